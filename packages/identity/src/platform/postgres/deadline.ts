import { DatabaseUnavailable } from './database.ts'

/** The answer did not come in time. */
export class DeadlineMissed extends DatabaseUnavailable {}

/** Somebody who waits for an answer, between those who have waited longer and less long. Only a Deadline changes it. */
export class Waiting {
  readonly giveUp: (error: unknown) => void
  /** Monotonic, in whole milliseconds: a number with a fraction would be an object of its own. */
  since = 0
  isWaiting = false
  before: Waiting | undefined = undefined
  after: Waiting | undefined = undefined

  constructor(giveUp: Waiting['giveUp']) {
    this.giveUp = giveUp
  }
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
      const each = new Waiting(reject)
      this.enter(each)
      answer.then(
        (value) => {
          this.leave(each)
          resolve(value)
        },
        (error: unknown) => {
          this.leave(each)
          reject(error)
        },
      )
    })
  }

  /** Somebody begins to wait, and is given up at the deadline unless they leave before. */
  enter(each: Waiting): void {
    each.since = Math.ceil(performance.now())
    each.isWaiting = true
    each.before = this.#last
    if (this.#last) this.#last.after = each
    else this.#first = each
    this.#last = each
    if (!this.#isWatching) this.#watch(this.#milliseconds)
  }

  /** Takes one out, wherever it stands; nothing where it is out already. */
  leave(each: Waiting): void {
    const { before, after } = each
    if (before) before.after = after
    else if (this.#first === each) this.#first = after
    if (after) after.before = before
    else if (this.#last === each) this.#last = before
    each.isWaiting = false
    each.before = undefined
    each.after = undefined
  }

  #watch(inMilliseconds: number): void {
    this.#isWatching = true
    setTimeout(() => {
      this.#isWatching = false
      this.#giveUpOlderThan(performance.now() - this.#milliseconds)
      if (this.#first) this.#watch(Math.max(0, this.#first.since + this.#milliseconds - performance.now()))
    }, inMilliseconds).unref()
  }

  #giveUpOlderThan(instant: number): void {
    while (this.#first && this.#first.since <= instant) {
      const first = this.#first
      this.leave(first)
      first.giveUp(new DeadlineMissed('The database did not answer in time'))
    }
  }
}
