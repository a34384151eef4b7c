import type { Wait } from '../platform/room/limit.ts'
import type { Fault } from './parts.ts'
import type { Words } from './words/en.ts'

/** Why a valid form could not be processed. */
export type Trouble =
  | 'busy'
  | 'unavailable'
  | 'mail-unavailable'
  | 'unknown-browser'
  | 'form-expired'
  | 'link-over'
  | Wait

const SECONDS_PER_MINUTE = 60
const LONGEST_IN_SECONDS = 90

/** A waiting time in words, rounded up. */
export function duration(words: Words, seconds: number): string {
  const whole = Math.max(1, Math.ceil(seconds))
  return whole <= LONGEST_IN_SECONDS
    ? words.seconds(whole)
    : words.minutes(Math.ceil(whole / SECONDS_PER_MINUTE))
}

/** The message about a trouble. */
export function troubleMessage(words: Words, trouble: Trouble): string {
  return typeof trouble === 'object'
    ? words.troubles.wait(duration(words, trouble.retryAfterSeconds))
    : words.troubles[trouble]
}

/** The same as a fault of no field. None where there is no trouble. */
export function troubleFaults(words: Words, trouble: Trouble | undefined): readonly Fault[] {
  return trouble === undefined ? [] : [{ message: troubleMessage(words, trouble) }]
}
