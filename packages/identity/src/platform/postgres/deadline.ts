import { DatabaseUnavailable } from './database.ts'

/** The answer did not come in time. */
export class DeadlineMissed extends DatabaseUnavailable {}

/** How long each of many answers may take. */
export interface Deadline {
  /** The same answer; DatabaseUnavailable where it does not come in time. */
  over<Value>(answer: Promise<Value>): Promise<Value>
}

/**
 * Holds many answers to one deadline with one timer: all may take equally long, so the one that has waited longest is
 * always the next to be given up. A timer for each would cost more than handing the statement to the driver.
 */
export function createDeadline(milliseconds: number): Deadline {
  const line = new WaitingLine()
  let isWatching = false

  const watch = (inMilliseconds: number) => {
    isWatching = true
    setTimeout(() => {
      isWatching = false
      line.giveUpOlderThan(performance.now() - milliseconds)
      if (line.first) watch(line.first.since + milliseconds - performance.now())
    }, inMilliseconds).unref()
  }
  return {
    over: (answer) =>
      new Promise((resolve, reject) => {
        const each = line.enter(reject)
        if (!isWatching) watch(milliseconds)
        answer.then(
          (value) => {
            line.leave(each)
            resolve(value)
          },
          (error: unknown) => {
            line.leave(each)
            reject(error)
          },
        )
      }),
  }
}

/** An answer that is waited for, between those that are waited for longer and less long. */
interface Waiting {
  /** Monotonic, in milliseconds. */
  readonly since: number
  readonly giveUp: (error: DeadlineMissed) => void
  before: Waiting | undefined
  after: Waiting | undefined
}

/**
 * Those that wait, in the order in which they came. They are linked by hand: a Set leaves its outgrown tables behind, each
 * pointing to the next, and through them what is over outlives one collection of garbage after the other.
 */
class WaitingLine {
  first: Waiting | undefined
  #last: Waiting | undefined

  enter(giveUp: Waiting['giveUp']): Waiting {
    const each: Waiting = { since: performance.now(), giveUp, before: this.#last, after: undefined }
    if (this.#last) this.#last.after = each
    else this.first = each
    this.#last = each
    return each
  }
  /** Takes one out, wherever it stands; nothing where it is out already. */
  leave(each: Waiting): void {
    const { before, after } = each
    if (before) before.after = after
    else if (this.first === each) this.first = after
    if (after) after.before = before
    else if (this.#last === each) this.#last = before
    each.before = undefined
    each.after = undefined
  }
  giveUpOlderThan(instant: number): void {
    while (this.first && this.first.since <= instant) {
      const { giveUp } = this.first
      this.leave(this.first)
      giveUp(new DeadlineMissed('The database did not answer in time'))
    }
  }
}
