import type { Words } from './words/en.ts'

/** Why a form could not be taken although nothing in it is wrong. */
export type Trouble =
  | 'busy'
  | 'unavailable'
  | 'mail-unavailable'
  | 'unknown-browser'
  | { readonly retryAfterSeconds: number }

const SECONDS_PER_MINUTE = 60
const LONGEST_IN_SECONDS = 90

/** A waiting time as people say it, never shorter than the truth. */
export function duration(words: Words, seconds: number): string {
  const whole = Math.max(1, Math.ceil(seconds))
  return whole <= LONGEST_IN_SECONDS
    ? words.seconds(whole)
    : words.minutes(Math.ceil(whole / SECONDS_PER_MINUTE))
}

/** What to tell the citizen about a trouble. */
export function troubleMessage(words: Words, trouble: Trouble): string {
  return typeof trouble === 'object'
    ? words.troubles.wait(duration(words, trouble.retryAfterSeconds))
    : words.troubles[trouble]
}
