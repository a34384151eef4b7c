import type { Clock } from '../clock.ts'
import type { Html } from '../html.ts'
import { partOf, type Translations } from '../languages.ts'
import { type Database, firstRow } from '../postgres/database.ts'

/** What a citizen is asked about with. */
export interface HoldsNeeds {
  readonly db: Database
  readonly clock: Clock
  /** The address that the account had before the act: after it, it may have another one, or none. */
  readonly email: string
}

/** Writes the instant that a count stands for. */
export type WhenHeld = (at: number) => Html

/** In place of an end, where there is none: later than every end. */
export const NO_END = Number.MAX_SAFE_INTEGER

/** Says what an act does: how much less or more there is of a thing, and how much there is then. */
export type SaysHeld = string | ((count: number, then: number, when: WhenHeld) => Html | string)

/** What an act does that leaves a citizen with less of a thing, with more, or with another one instead. Without words it is not told. */
export interface HeldWords {
  readonly less?: SaysHeld
  readonly more?: SaysHeld
  readonly instead?: SaysHeld
}

/** What an act does to a thing. */
export type HeldWay = keyof HeldWords

/** Something that a citizen has, which an operator's act may end or begin. It is counted before the act and after it. */
export interface Belonging {
  /** Its name among those of its room. */
  readonly name: string
  readonly words: Translations<HeldWords>
  /** The table of its rows. */
  readonly table: string
  readonly count: (needs: HoldsNeeds, citizenId: string) => Promise<number>
  /** Which one it is, where an act may put another one in its place. */
  readonly which?: (needs: HoldsNeeds, citizenId: string) => Promise<string | undefined>
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

/** Makes the belongings of a room, each with the words that have its name. One without words does not compile. */
export function belongingsOf<Held extends { readonly [Name in keyof Held]: HeldWords }>(
  translations: Translations<{ readonly holds: Held }>,
) {
  return (name: keyof Held & string, belonging: Omit<Belonging, 'name' | 'words'>): Belonging => ({
    ...belonging,
    name,
    words: partOf(translations, ({ holds }) => holds[name]),
  })
}

/** Says what an act does to a thing, in one language. */
export function sayHeld(
  says: SaysHeld,
  { count, then }: { readonly count: number; readonly then: number },
  when: WhenHeld,
): Html | string {
  return typeof says === 'string' ? says : says(count, then, when)
}

/** The number that a statement counts. */
export async function countOf(rows: Promise<{ readonly count: number }[]>): Promise<number> {
  return (await firstRow(rows))?.count ?? 0
}
