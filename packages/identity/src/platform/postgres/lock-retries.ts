import { setTimeout as wait } from 'node:timers/promises'
import type { Session } from './session.ts'

/** How long a migration waits for a lock, and the pauses before each further attempt. */
export interface Patience {
  readonly lockTimeoutMilliseconds: number
  readonly pausesMilliseconds: readonly number[]
}

/**
 * Requests for the table wait behind a lock that a migration waits for. So it gives up before the deadline of requests
 * (`PORTICO_DATABASE_DEADLINE_MS`), lets them through, and tries again later each time: for about a minute.
 */
export const USUAL_PATIENCE: Patience = {
  lockTimeoutMilliseconds: 1_000,
  pausesMilliseconds: [250, 500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000, 8_000],
}

/** PostgreSQL's lock_not_available, which lock_timeout causes, and deadlock_detected, which a batch may meet. */
const LOCKED = new Set<unknown>(['55P03', '40P01'])

/** Somebody else held a lock for longer than a migration waits. The message says what to do. */
export class LockNotAvailable extends Error {
  override readonly name = 'LockNotAvailable'
}

/** The session, with its lock_timeout, and who hears of each attempt. */
export interface Retried {
  readonly session: Session
  readonly patience: Patience
  readonly say: (line: string) => void
}

/** Does the work, again after growing pauses where a lock is not available. The work must leave nothing when it fails. */
export async function retryForLocks<Value>(
  { patience, say }: Retried,
  name: string,
  work: () => Promise<Value>,
): Promise<Value> {
  const { pausesMilliseconds } = patience
  for (const [attempt, pause] of pausesMilliseconds.entries()) {
    const outcome = await unlessLocked(work)
    if (outcome !== 'locked') return outcome.value
    say(
      `${name}: somebody else holds a lock that it needs (attempt ${attempt + 1} of ${pausesMilliseconds.length + 1}); again in ${pause / 1000} s`,
    )
    await wait(pause)
  }
  const last = await unlessLocked(work)
  if (last !== 'locked') return last.value
  throw new LockNotAvailable(
    `${name} was not applied, because somebody else holds a lock that it needs: find the session (docs/runbooks/release.md, "A migration waits for a lock"), let it end, and run portico migrate again.`,
  )
}

async function unlessLocked<Value>(
  work: () => Promise<Value>,
): Promise<{ readonly value: Value } | 'locked'> {
  try {
    return { value: await work() }
  } catch (error) {
    if (error instanceof Error && 'code' in error && LOCKED.has(error.code)) return 'locked'
    throw error
  }
}
