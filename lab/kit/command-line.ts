/** The command line is wrong. The message is the usage. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** The words that a command knows. */
export interface KnownWords {
  readonly flags: readonly string[]
  /** These have the next word as their value. */
  readonly withValue: readonly string[]
  readonly usage: string
}

/** The words of a command line, sorted. */
export type SortedWords = ReturnType<typeof readWords>

/** Sorts a command line. Throws about the first unknown word. A missing value is `''`. */
export function readWords(words: readonly string[], { flags, withValue, usage }: KnownWords) {
  const values = new Map<string, string>()
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? ''
    if (!flags.includes(word) && !withValue.includes(word))
      throw new UsageError(`"${word}" is not understood.\n${usage}`)
    const next = words[at + 1]
    const takesNext = withValue.includes(word) && next !== undefined && !next.startsWith('--')
    values.set(word, takesNext ? next : '')
    if (takesNext) at += 1
  }
  return {
    has: (flag: string) => values.has(flag),
    /** The value after a word; undefined where the word is missing. */
    value: (word: string) => values.get(word),
  }
}

/** A list of known names after a word; undefined where the word is missing. */
export function readList(
  { value }: SortedWords,
  word: string,
  known: readonly string[],
): readonly string[] | undefined {
  const list = value(word)
  if (list === undefined) return undefined
  const names = list.split(',').filter((name) => name !== '')
  const unknown = names.find((name) => !known.includes(name))
  if (names.length > 0 && unknown === undefined) return names
  throw new UsageError(`${word} takes a list of ${known.join(', ')}; "${unknown ?? ''}" is none of them.`)
}
