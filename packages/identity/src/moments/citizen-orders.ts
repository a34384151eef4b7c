import type { ChangeCitizen } from '../citizens/index.ts'
import type { LetterNeeds } from '../mail/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'

/** What an operator orders about one citizen, with a reason: `portico citizen VERB`. */
export interface CitizenOrder {
  readonly verb: string
  readonly summary: string
  readonly useCase: ChangeCitizen<LetterNeeds>
  /** What the answer says about the citizen where something changed, and where nothing did. */
  readonly done: string
  readonly already: string
}

/** A value of a list for operators: a text, whether something is so, or when it happened. */
export type ListedValue = string | boolean | { readonly at: UnixSeconds | null }

/** What an operator lists of one citizen: `portico citizen NOUN`. */
export interface CitizenList {
  readonly noun: string
  readonly summary: string
  /** What the answer says about the citizen where there is nothing. */
  readonly none: string
  /** The columns, by the names of the values. A value without one is only in `--json`. */
  readonly columns: Readonly<Record<string, string>>
  readonly rows: (
    db: Database,
    citizenId: string,
  ) => Promise<readonly Readonly<Record<string, ListedValue>>[]>
}

/** A room that lets operators do something with one citizen. */
export interface RoomForOperators {
  readonly orders?: readonly CitizenOrder[]
  readonly lists?: readonly CitizenList[]
}
