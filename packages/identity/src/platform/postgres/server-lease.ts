import type { Clock } from '../clock.ts'
import { DatabaseUnavailable } from './database.ts'

/** A proof counts for so long from the moment at which it was begun. */
export const LEASE_MILLISECONDS = 5_000

/** A moment on both clocks. */
export interface Moment {
  /** Monotonic, in milliseconds. It stands still while the machine is suspended. */
  readonly monotonic: number
  /** The system's clock. It goes on meanwhile, and may be set. */
  readonly wall: number
}

/**
 * Whether the database server of this process is still the primary, as far as was proven. Without a young proof nothing is read
 * or written: an old primary would call a revoked token active, and a token that another process has issued invalid.
 */
export class ServerLease {
  readonly #now: () => Moment
  #isRequired = false
  #provenAt: Moment
  #hasFailed = false
  #round = Promise.withResolvers<void>()

  constructor(clock: Pick<Clock, 'nowMilliseconds'>, monotonic = () => performance.now()) {
    this.#now = () => ({ monotonic: monotonic(), wall: clock.nowMilliseconds() })
    this.#provenAt = this.#now()
  }

  /** Whether nothing goes without a proof. */
  get isRequired(): boolean {
    return this.#isRequired
  }

  /** The moment at which a proof begins. */
  begin(): Moment {
    return this.#now()
  }

  /** From now on nothing goes without a proof. What was done until now counts as the first one. */
  require(): void {
    if (this.#isRequired) return
    this.#provenAt = this.#now()
    this.#isRequired = true
  }

  /** From now on no proof is needed, because the server cannot give any. */
  release(): void {
    this.#isRequired = false
  }

  /** A proof that began at this moment has succeeded. */
  renew(begunAt: Moment): void {
    this.#provenAt = begunAt
    this.#endRound(false)
  }

  /** A proof has failed. The one before counts until it is too old. */
  fail(): void {
    this.#endRound(true)
  }

  /** Whether the last proof is too old. The older age of both clocks counts, so neither a suspended machine nor a set clock stretches it. */
  isOver(): boolean {
    return this.#isRequired && this.ageMilliseconds() > LEASE_MILLISECONDS
  }

  /** The age of the last proof. */
  ageMilliseconds(): number {
    const { monotonic, wall } = this.#now()
    return Math.max(monotonic - this.#provenAt.monotonic, wall - this.#provenAt.wall)
  }

  /**
   * Waits for the next proof where the last one has only become old: the machine was suspended, or this process was busy. Throws
   * DatabaseUnavailable where the last one failed, or the next one does.
   */
  async regained(): Promise<void> {
    if (!this.#hasFailed) await this.#round.promise
    if (this.isOver())
      throw new DatabaseUnavailable('The database server has not proven that it is still the primary')
  }

  #endRound(hasFailed: boolean): void {
    this.#hasFailed = hasFailed
    this.#round.resolve()
    this.#round = Promise.withResolvers()
  }
}
