import type { UnixSeconds } from '../platform/clock.ts'
import { counted } from '../platform/counted.ts'
import type { SigningKeyView } from '../signing-keys/index.ts'
import { type Finding, ok, wrong } from './finding.ts'
import { plainTime } from './present.ts'

const CHECK = 'Signing key age'
const DAY_SECONDS = 86_400
/** Without a schedule. */
const MOST_DAYS = 365
/** The service looks every ten minutes, and a key that is made is announced before it signs. */
const LATE_DAYS = 1

/** Whether the key that signs is older than the schedule, or than a year where there is none. */
export function examineKeyAge(
  keys: readonly SigningKeyView[],
  scheduleDays: number | undefined,
  now: UnixSeconds,
): readonly Finding[] {
  const signing = keys.find(({ stage }) => stage === 'signing')
  if (!signing) return []
  const days = Math.max(0, Math.floor((now - signing.createdAt) / DAY_SECONDS))
  const says = `the key that signs is ${counted(days, 'day')} old`
  const schedule =
    scheduleDays === undefined ? 'there is no schedule' : `a rotation is due after ${scheduleDays}`
  if (days <= (scheduleDays ?? MOST_DAYS) + (scheduleDays === undefined ? 0 : LATE_DAYS))
    return [ok(CHECK, `${says}, and ${schedule}`)]
  const next = keys.find(({ stage, signsFrom }) => stage === 'announced' && signsFrom <= now + DAY_SECONDS)
  if (next)
    return [
      ok(
        CHECK,
        `${says}, and the rotation is under way: key ${next.kid} is announced, and signs from ${plainTime(next.signsFrom)}`,
      ),
    ]
  return [wrong(CHECK, `${says}, and ${schedule}`, mendOf(keys, scheduleDays, now))]
}

/** A key that a clock far ahead has made keeps every later one waiting: only an emergency rotation passes it. */
function mendOf(keys: readonly SigningKeyView[], scheduleDays: number | undefined, now: UnixSeconds): string {
  const far = keys.find(({ stage, signsFrom }) => stage === 'announced' && signsFrom > now + DAY_SECONDS)
  if (far)
    return `a key that signs from ${plainTime(far.signsFrom)} waits, because a clock was ahead when it was made: run portico keys rotate --emergency (docs/runbooks/keys.md)`
  if (scheduleDays === undefined) return 'run portico keys rotate, or set PORTICO_KEY_ROTATION_DAYS'
  return 'see that the service runs with PORTICO_KEY_ROTATION_DAYS, and that the log has no background-work-failed of signing-keys; until then run portico keys rotate'
}
