import { DatabaseUnavailable } from './database.ts'

/** The answer did not come in time. */
export class DeadlineMissed extends DatabaseUnavailable {}

/** A waiting answer, between one that waits longer and one that waits less long. */
interface Waiting {
  /** Monotonic, in milliseconds. */
  readonly since: number
  readonly giveUp: (error: DeadlineMissed) => void
  before: Waiting | undefined
  after: Waiting | undefined
}

/**
 * One deadline for many answers with one timer. All may take equally long, so the one that has waited longest is always the
 * next to fail. A timer for each would cost more than the call of the driver.
 *
 * The waiting answers are a linked list. A Set leaves old hash tables behind, each with a reference to the next, which keep
 * finished answers alive during many garbage collections.
 */
export class Deadline {
  readonly #milliseconds: number
  #first: Waiting | undefined
  #last: Waiting | undefined
  #isWatching = false

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds
  }

  /** The same answer. Throws DeadlineMissed if it does not come in time. */
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

  /** Removes an answer from the list. Does nothing if it was removed already. */
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
