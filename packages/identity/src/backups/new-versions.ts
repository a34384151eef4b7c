import type { UnixSeconds } from '../platform/clock.ts'
import { versionAfterRestore } from './version-after-restore.ts'

/** The security version that every citizen of a backup gets while the rows are read, so that no row is written twice. */
export class NewVersions {
  readonly version: number
  #highest: number

  constructor(highestBefore: number, now: UnixSeconds) {
    this.#highest = highestBefore
    this.version = versionAfterRestore(highestBefore, now)
  }

  /** The highest version that the database or the backup had. */
  get highest(): number {
    return this.#highest
  }

  /** Whether no citizen ever had this version. One may have had it, or a later one, where a clock was wrong. */
  get isHighest(): boolean {
    return this.version > this.#highest
  }

  readonly replace = (before: number): number => {
    this.#highest = Math.max(this.#highest, before)
    return this.version
  }
}
