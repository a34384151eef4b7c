import { DatabaseUnavailable } from './database.ts'

/** How long each of many answers may take. */
export interface Deadline {
  /** The same answer; DatabaseUnavailable where it does not come in time. */
  over<Value>(answer: Promise<Value>): Promise<Value>
}

/** An answer that is waited for, between those that came before and after it. */
interface Waiting {
  /** Monotonic, in milliseconds. */
  readonly since: number
  readonly giveUp: (error: DatabaseUnavailable) => void
  before: Waiting | undefined
  after: Waiting | undefined
}

/**
 * Holds many answers to one deadline with one timer: all may take equally long, so the one that has waited longest is
 * always the next to be given up. A timer for each would cost more than handing the statement to the driver, and a Set of
 * them would keep what is over reachable from one collection of garbage to the next.
 */
export function createDeadline(milliseconds: number): Deadline {
  let first: Waiting | undefined
  let last: Waiting | undefined
  let isWatching = false

  const enter = (giveUp: Waiting['giveUp']): Waiting => {
    const each: Waiting = { since: performance.now(), giveUp, before: last, after: undefined }
    if (last) last.after = each
    else first = each
    last = each
    if (!isWatching) watch(milliseconds)
    return each
  }
  const leave = (each: Waiting) => {
    const { before, after } = each
    if (before) before.after = after
    else if (first === each) first = after
    if (after) after.before = before
    else if (last === each) last = before
    each.before = undefined
    each.after = undefined
  }
  const watch = (inMilliseconds: number) => {
    isWatching = true
    setTimeout(() => {
      isWatching = false
      giveUpOverdue()
      if (first) watch(first.since + milliseconds - performance.now())
    }, inMilliseconds).unref()
  }
  const giveUpOverdue = () => {
    const now = performance.now()
    while (first && first.since + milliseconds <= now) {
      const { giveUp } = first
      leave(first)
      giveUp(new DatabaseUnavailable('The database did not answer in time'))
    }
  }
  return {
    over: (answer) =>
      new Promise((resolve, reject) => {
        const each = enter(reject)
        answer.then(
          (value) => {
            leave(each)
            resolve(value)
          },
          (error: unknown) => {
            leave(each)
            reject(error)
          },
        )
      }),
  }
}
