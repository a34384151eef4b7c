import type { Clock } from '../clock.ts'
import { type Database, firstRow } from '../postgres/database.ts'
import { counted } from './explains.ts'

/** What a citizen is asked about with. */
export interface HoldsNeeds {
  readonly db: Database
  readonly clock: Clock
  /** The address that the account had before the act: after it, it may have another one, or none. */
  readonly email: string
}

/** Something that a citizen has, which an operator's act may end or begin. It is counted before the act and after it. */
export interface Belonging {
  /** The table of its rows. */
  readonly table: string
  readonly count: (needs: HoldsNeeds, citizenId: string) => Promise<number>
  /** What an act does that leaves the citizen with less of it, or with more, and with how much. English, for operators. */
  readonly less?: (fewer: number, left: number) => string
  readonly more?: (further: number, now: number) => string
  /** What ends all of it: the end of all access of the citizen, or that wrong passwords are forgiven. */
  readonly goesBy?: 'end of access' | 'forgiveness'
}

/** A table of citizens' rows that is not worth a word before an act, and why. */
export interface NotTold {
  readonly table: string
  readonly because: string
}

/** What a citizen has in the tables of a room. The code is loaded where somebody asks. */
export type Holds = () => Promise<readonly (Belonging | NotTold)[]>

/** Words with a number: `ends 1 session`, `ends 2 sessions`. */
export const numbered = (verb: string, one: string, many?: string) => (count: number) =>
  `${verb} ${counted(count, one, many)}`

/** The number that a statement counts. */
export async function countOf(rows: Promise<{ readonly count: number }[]>): Promise<number> {
  return (await firstRow(rows))?.count ?? 0
}
