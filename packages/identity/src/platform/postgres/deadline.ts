import { DatabaseUnavailable } from './database.ts'

/** How long each of many answers may take. */
export interface Deadline {
  /** The same answer; DatabaseUnavailable where it does not come in time. */
  over<Value>(answer: Promise<Value>): Promise<Value>
}

interface Waiting {
  /** Monotonic, in milliseconds. */
  readonly since: number
  readonly giveUp: (error: DatabaseUnavailable) => void
}

/**
 * Holds many answers to one deadline with one timer: all may take equally long, so the one that has waited longest is
 * always the next to be given up. A timer for each would cost more than handing the statement to the driver.
 */
export function createDeadline(milliseconds: number): Deadline {
  // A Set goes through its members in the order in which they came.
  const waiting = new Set<Waiting>()
  let isWatching = false

  const watch = (inMilliseconds: number) => {
    isWatching = true
    setTimeout(() => {
      isWatching = false
      lookThrough()
    }, inMilliseconds).unref()
  }
  const lookThrough = () => {
    const now = performance.now()
    for (const each of waiting) {
      const left = each.since + milliseconds - now
      if (left > 0) return watch(left)
      waiting.delete(each)
      each.giveUp(new DatabaseUnavailable('The database did not answer in time'))
    }
  }
  return {
    over: (answer) =>
      new Promise((resolve, reject) => {
        const each = { since: performance.now(), giveUp: reject }
        waiting.add(each)
        if (!isWatching) watch(milliseconds)
        const leave = () => waiting.delete(each)
        answer.then(
          (value) => {
            leave()
            resolve(value)
          },
          (error: unknown) => {
            leave()
            reject(error)
          },
        )
      }),
  }
}
