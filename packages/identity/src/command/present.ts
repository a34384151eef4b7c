import type { AnswerPart, Sheet } from '../platform/answer-part.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import { counted } from '../platform/counted.ts'
import { TURNING } from '../platform/plain-text.ts'

const HARMFUL = new RegExp(`[\\p{Cc}${TURNING}]`, 'gu')

/** An instant in ISO 8601, UTC; null stays null. */
export function isoTime<Instant extends UnixSeconds | null>(
  at: Instant,
): Instant extends null ? string | null : string
export function isoTime(at: UnixSeconds | null): string | null {
  return at === null ? null : new Date(at * 1000).toISOString().replace('.000Z', 'Z')
}

/** An instant in the form for people. */
export function plainTime(at: UnixSeconds | null, otherwise = '-'): string {
  return at === null ? otherwise : isoTime(at).replace('T', ' ').replace('Z', ' UTC')
}

const UNITS = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** How far an instant is away, in the largest unit of which there is one: `3 days ago`, `in 2 hours`. */
export function distance(at: UnixSeconds, now: UnixSeconds): string {
  const seconds = Math.abs(at - now)
  const [unit, length] = UNITS.find(([, one]) => seconds >= one) ?? ['second', 1]
  const count = Math.floor(seconds / length)
  if (count === 0) return 'now'
  const many = counted(count, unit)
  return at < now ? `${many} ago` : `in ${many}`
}

/** A table with headings. */
export function table(headings: readonly string[], rows: Sheet['rows']): readonly AnswerPart[] {
  return [{ headings, rows }]
}

/** Names with their values, aligned. */
export function facts(pairs: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(...pairs.map(([name]) => name.length))
  return pairs.map(([name, value]) => `${padded(`${name}:`, width + 1)}  ${harmless(value)}`.trimEnd())
}

/** Replaces control characters and what turns text around, so that stored text cannot control the terminal. */
export function harmless(words: string): string {
  return words.replace(HARMFUL, '?')
}

/** How many columns of a terminal a text has. */
export function lengthOf(words: string): number {
  return [...words].length
}

/** A text with blanks up to this width. */
export function padded(words: string, width: number): string {
  return words + ' '.repeat(Math.max(0, width - lengthOf(words)))
}
