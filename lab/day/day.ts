import { counted } from '../../packages/identity/src/platform/counted.ts'
import type { ConnectedProgram } from './people/connected-programs.ts'
import type { Town } from './people/town.ts'
import type { Stage } from './stage/open-stage.ts'
import type { Answers } from './traffic/answers.ts'

/** What the line of an hour counts: one of it, and several. */
export const COUNTED = {
  'registered by link': 'registered by link',
  'registered by code': 'registered by code',
  'first sign-in': 'first sign-ins',
  'program entered': 'programs entered',
  introspection: 'introspections',
  refresh: 'refreshes',
  'app added': 'apps added',
  'sign-in with a code': 'sign-ins with a code',
  'wrong password': 'wrong passwords',
  'new password': 'new passwords',
  'code replayed': 'codes replayed',
  'letter that had to wait': 'letters that had to wait',
} as const

/** One of these. */
export type Counted = keyof typeof COUNTED

/** Everything that the hours of the day work with. */
export interface Day {
  readonly stage: Stage
  readonly answers: Answers
  readonly town: Town
  readonly programs: readonly ConnectedProgram[]
  /** A program that citizens entered once, and that is disabled. */
  readonly closed: ConnectedProgram
  /** How much happens, beside a day of 100,000 citizens. */
  readonly scale: number
  /** Counts one more of something, for the line of the hour. */
  count(what: Counted, more?: number): void
}

/** What happened within an hour, without what did not. */
export function sayCounts(counts: ReadonlyMap<Counted, number>): string {
  const happened = [...counts].filter(([, times]) => times > 0)
  return happened.map(([what, times]) => counted(times, what, COUNTED[what])).join(', ')
}

/** A number for 100,000 citizens, as this day has it: at least `least`. */
export function scaled({ scale }: Pick<Day, 'scale'>, number: number, least = 1): number {
  return Math.max(least, Math.round(number * scale))
}
