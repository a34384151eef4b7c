import { systemClock } from '../../platform/index.ts'
import { explained, reasonOf } from './sqlite-unavailable.ts'

/** SQLite's own wait for a lock (`busy_timeout`) would stop the whole process. So a step is tried again, with pauses. */
const MAX_PAUSE_MS = 25

/** How long a step may wait, by `performance.now()`. */
interface Patience {
  readonly file: string
  readonly until: number
}

/** Tries a step until the lock is free. The error says which file it is about. */
export async function untilFree<T>(step: () => T, { file, until }: Patience): Promise<T> {
  for (let pause = 1; ; pause = Math.min(2 * pause, MAX_PAUSE_MS)) {
    const tried = attempt(step)
    if ('value' in tried) return tried.value
    if (reasonOf(tried.error) !== 'locked' || performance.now() >= until) throw explained(tried.error, file)
    await systemClock.sleep(pause)
  }
}

function attempt<T>(step: () => T): { readonly value: T } | { readonly error: unknown } {
  try {
    return { value: step() }
  } catch (error) {
    return { error }
  }
}
