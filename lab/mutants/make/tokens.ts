import { loadModule, scanSync } from 'libpg-query'

await loadModule()

/** One word or sign of a statement. */
export interface Token {
  /** In lower case. */
  readonly text: string
  readonly from: number
  readonly to: number
}

/** A part of a statement: tokens `from` to `to`, without `to`. */
export interface Part {
  readonly from: number
  readonly to: number
}

/** The words and signs of a statement, or of a part of one, by PostgreSQL's own scanner. Comments are left out. */
export function tokensOf(sql: string): readonly Token[] {
  // The scanner counts bytes.
  const plain = sql.replace(/[^\n\x20-\x7e]/g, ' ')
  return scanSync(plain)
    .tokens.filter(({ tokenName }) => !/COMMENT/.test(tokenName))
    .map(({ start, end }) => ({ text: plain.slice(start, end).toLowerCase(), from: start, to: end }))
}

/** A word in the place of a hole that is no parameter. */
export const HOLE = /^h_+$/

const OPENS = new Set(['(', '[', 'case'])
const CLOSES = new Set([')', ']', 'end'])

/**
 * Walks over tokens from a place, and tells those that stand in no parentheses and no `case`. It ends behind the last one, at the
 * parenthesis that closes around the place, or where the visitor says so. Returns where.
 */
export function walkOutside(
  tokens: readonly Token[],
  { from, to }: Part,
  visit: (token: Token, at: number) => 'end' | undefined,
): number {
  let depth = 0
  for (let at = from; at < to; at += 1) {
    const token = tokens[at]
    if (!token) return at
    if (CLOSES.has(token.text)) depth -= 1
    if (depth < 0 || (depth === 0 && visit(token, at) === 'end')) return at
    if (OPENS.has(token.text)) depth += 1
  }
  return to
}
