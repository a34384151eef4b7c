import { LANGUAGES, type LocalText } from '../platform/languages.ts'
import { isObject, refuseOthers } from './read-colours.ts'

/** What a text of the file must be. */
export interface TextRule {
  /** The words of its fault, after its name. */
  readonly must: string
  /** The text as it is shown; undefined where it breaks the rule. */
  read(text: string): string | undefined
}

/** Reads one text, or one for each language: `"help": "…"` or `"help": { "en": "…", "de": "…" }`. */
export function readBrandText(
  name: string,
  given: unknown,
  faults: string[],
  rule: TextRule,
): LocalText | undefined {
  if (given === undefined) return undefined
  if (!isObject(given)) return readOne(name, given, faults, rule)
  refuseOthers(given, LANGUAGES, name, faults)
  const read: { -readonly [Language in keyof Exclude<LocalText, string>]: string } = {}
  for (const language of LANGUAGES) {
    if (given[language] === undefined) continue
    const text = readOne(`${name}.${language}`, given[language], faults, rule)
    if (text !== undefined) read[language] = text
  }
  if (Object.keys(given).length === 0)
    faults.push(`${name} has no language: it knows ${LANGUAGES.join(', ')}`)
  return read
}

function readOne(name: string, given: unknown, faults: string[], { must, read }: TextRule) {
  const text = typeof given === 'string' ? read(given) : undefined
  if (text === undefined) faults.push(`${name} ${must}`)
  return text
}
