import { forgetOldVerificationLinks } from './account-pages/index.ts'
import type { Foundation } from './compose.ts'
import { forgetOldRegistrations } from './enrollment/index.ts'
import { type Repeating, repeat } from './platform/jobs/repeat.ts'
import { removeEndedCounters } from './rate-limits/index.ts'
import { forgetOldRecoveryLinks } from './recovery/index.ts'
import { forgetOldSessions } from './sessions/index.ts'
import { forgetOldGuesses } from './sign-in/index.ts'
import { forgetExpiredGrants } from './tokens/index.ts'

/** Rows that one statement removes at most, so that nobody waits behind it. */
const BATCH_ROWS = 500
const EVERY_MILLISECONDS = 5_000

/** Removes what is over from every table, continuously and in small batches; `onRemoved` counts it for the metrics. */
export function startHousekeeping(foundation: Foundation, onRemoved: (rows: number) => void): Repeating {
  const { clock, db, log } = foundation
  const rooms = [
    () => forgetExpiredGrants(foundation, BATCH_ROWS),
    () => forgetOldSessions(foundation, BATCH_ROWS),
    () => forgetOldGuesses(foundation, BATCH_ROWS),
    () => forgetOldRegistrations(foundation, BATCH_ROWS),
    () => forgetOldRecoveryLinks(foundation, BATCH_ROWS),
    () => forgetOldVerificationLinks(foundation, BATCH_ROWS),
    () => removeEndedCounters(db, clock.now(), BATCH_ROWS),
  ]
  return repeat(log, {
    name: 'housekeeping',
    everyMilliseconds: EVERY_MILLISECONDS,
    async round() {
      let most = 0
      for (const forget of rooms) {
        const removed = await forget()
        onRemoved(removed)
        most = Math.max(most, removed)
      }
      return most >= BATCH_ROWS ? 'again' : 'done'
    },
  })
}
