import type { Cleanup } from '../../journeys/kit/cleanup.ts'
import type { LabPostgres } from '../kit/postgres.ts'
import type { Options } from './report/options.ts'

/** What a stage gets: a PostgreSQL of its own, and functions to report what it finds. */
export interface Siege {
  readonly size: Options['size']
  readonly postgres: LabPostgres
  /** Collects what must be ended when the stage ends. */
  readonly cleanup: Pick<Cleanup, 'add'>
  /** The first number in a quick run, the second in a full one. */
  count(quick: number, full: number): number
  /** Writes a line of progress. */
  say(line: string): void
  /** Reports a claim. It held if there are no faults. A fault says what was seen instead. */
  judge(claim: string, faults: readonly string[], seen: string): void
  measure(claim: string, seen: string): void
  skip(claim: string, why: string): void
}

/** One part of the siege. It leaves nothing behind. */
export interface Stage {
  readonly name: string
  readonly about: string
  run(siege: Siege): Promise<void>
}
