import { type Part, type Token, walkOutside } from './tokens.ts'

/** The strengths of a lock, as words. */
const STRENGTHS = [['update'], ['share'], ['no', 'key', 'update'], ['key', 'share']] as const

/** Every lock clause, and what it does instead of waiting, by itself. */
export function locksOf(tokens: readonly Token[]): readonly Part[] {
  return tokens.flatMap(({ text }, from) => {
    const strength = text === 'for' && STRENGTHS.find((words) => isAt(tokens, from + 1, words))
    if (!strength) return []
    const named = endOfTables(tokens, from + 1 + strength.length)
    const skips = [['skip', 'locked'], ['nowait']].find((words) => isAt(tokens, named, words))
    if (!skips) return [{ from, to: named }]
    const to = named + skips.length
    return [
      { from, to },
      { from: named, to },
    ]
  })
}

/** Every `on conflict`, with what it does. */
export function conflictsOf(tokens: readonly Token[]): readonly Part[] {
  return tokens.flatMap((_token, from) => {
    if (!isAt(tokens, from, ['on', 'conflict'])) return []
    const to = walkOutside(tokens, { from, to: tokens.length }, ({ text }) =>
      text === 'returning' ? 'end' : undefined,
    )
    return [{ from, to }]
  })
}

function isAt(tokens: readonly Token[], from: number, words: readonly string[]): boolean {
  return words.every((word, index) => tokens[from + index]?.text === word)
}

/** Behind `of a, b`, where it is there. */
function endOfTables(tokens: readonly Token[], from: number): number {
  if (tokens[from]?.text !== 'of') return from
  let at = from + 2
  while (tokens[at]?.text === ',') at += 2
  return at
}
