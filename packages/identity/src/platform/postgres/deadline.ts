import { DatabaseUnavailable } from './database.ts'

/** The answer did not come in time. */
export class DeadlineMissed extends DatabaseUnavailable {}

/** An answer that is waited for, between those that are waited for longer and less long. */
interface Waiting {
  /** Monotonic, in milliseconds. */
  readonly since: number
  readonly giveUp: (error: DeadlineMissed) => void
  before: Waiting | undefined
  after: Waiting | undefined
}

/**
 * Holds many answers to one deadline with one timer: all may take equally long, so the one that has waited longest is
 * always the next to be given up. A timer for each would cost more than handing the statement to the driver.
 *
 * Those that wait are linked by hand: a Set leaves its outgrown tables behind, each pointing to the next, and through
 * them what is over outlives one collection of garbage after the other.
 */
export class Deadline {
  readonly #milliseconds: number
  #first: Waiting | undefined
  #last: Waiting | undefined
  #isWatching = false

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds
  }

  /** The same answer; DeadlineMissed where it does not come in time. */
  over<Value>(answer: Promise<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      const each = this.#enter(reject)
      if (!this.#isWatching) this.#watch(this.#milliseconds)
      answer.then(
        (value) => {
          this.#leave(each)
          resolve(value)
        },
        (error: unknown) => {
          this.#leave(each)
          reject(error)
        },
      )
    })
  }

  #watch(inMilliseconds: number): void {
    this.#isWatching = true
    setTimeout(() => {
      this.#isWatching = false
      this.#giveUpOlderThan(performance.now() - this.#milliseconds)
      if (this.#first) this.#watch(this.#first.since + this.#milliseconds - performance.now())
    }, inMilliseconds).unref()
  }

  #enter(giveUp: Waiting['giveUp']): Waiting {
    const each: Waiting = { since: performance.now(), giveUp, before: this.#last, after: undefined }
    if (this.#last) this.#last.after = each
    else this.#first = each
    this.#last = each
    return each
  }

  /** Takes one out, wherever it stands; nothing where it is out already. */
  #leave(each: Waiting): void {
    const { before, after } = each
    if (before) before.after = after
    else if (this.#first === each) this.#first = after
    if (after) after.before = before
    else if (this.#last === each) this.#last = before
    each.before = undefined
    each.after = undefined
  }

  #giveUpOlderThan(instant: number): void {
    while (this.#first && this.#first.since <= instant) {
      const { giveUp } = this.#first
      this.#leave(this.#first)
      giveUp(new DeadlineMissed('The database did not answer in time'))
    }
  }
}
