import type { Clock } from '@portico/program'
import { HookFailed } from './hook-failed.ts'
import type { HookName } from './hook-names.ts'

/** After this many hooks in a row without an answer, the back end counts as away. */
const FAILURES = 5
/** How long no hook is sent then. The first one after it is a probe. */
const PAUSE_MS = 2000

/**
 * Runs hooks, and for a moment none after the back end did not answer several in a row. A back end that hangs would
 * otherwise keep each sign-in waiting with a connection to the database.
 */
export function createPause(clock: Pick<Clock, 'now'>) {
  let failures = 0
  let until = 0
  const nowMs = () => clock.now().getTime()
  return async function unlessAway<T>(hook: HookName, ask: () => Promise<T>): Promise<T> {
    // If more than the whole pause is left, the clock was set back.
    if (nowMs() < until && until - nowMs() <= PAUSE_MS) throw paused(hook)
    if (failures >= FAILURES) until = nowMs() + PAUSE_MS
    try {
      const answer = await ask()
      failures = 0
      until = 0
      return answer
    } catch (error) {
      failures = error instanceof HookFailed && error.isAway ? failures + 1 : 0
      if (failures >= FAILURES) until = nowMs() + PAUSE_MS
      throw error
    }
  }
}

function paused(hook: HookName): HookFailed {
  return new HookFailed(hook, {
    saw: `the back end did not answer the last ${FAILURES} hooks, so this one was not sent`,
    fix: 'wait for two seconds, and look at the failure before this one',
  })
}
