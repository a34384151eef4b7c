import type { Cleanup } from '../kit/cleanup.ts'
import type { Options } from './report/options.ts'
import type { SiegePostgres } from './targets/postgres.ts'

/** What a stage is given: a PostgreSQL of its own, and a place for what it finds. */
export interface Siege {
  readonly size: Options['size']
  readonly postgres: SiegePostgres
  /** What has to be ended however the stage ends; the newest goes first. */
  readonly cleanup: Pick<Cleanup, 'add'>
  /** The first number in a quick run, the second in a full one. */
  count(quick: number, full: number): number
  /** A line for whoever watches. */
  say(line: string): void
  /** A claim that held when there are no faults; the faults say what was seen instead. */
  judge(claim: string, faults: readonly string[], seen: string): void
  measure(claim: string, seen: string): void
  skip(claim: string, why: string): void
}

/** One part of the siege; it leaves nothing behind, whether it ends well or not. */
export interface Stage {
  readonly name: string
  readonly about: string
  run(siege: Siege): Promise<void>
}
