import type { Role } from '../operators/index.ts'
import type { Translations } from '../platform/languages.ts'

/** What an operator reads of an act, in one language. */
export interface ActWords {
  /** What it does. */
  readonly title: string
  /** What it does not do, where one could think so. */
  readonly note?: string
  /** The labels of its options, by their names. */
  readonly labels?: Readonly<Record<string, string>>
  /** What may be chosen for an option, by the values that the command takes. */
  readonly choices?: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** How an act on one citizen is ordered from the console (decision 119). */
export interface ConsoleAct {
  /** The least role of an operator who may order it. */
  readonly role: Role
  readonly words: () => Promise<Translations<ActWords>>
}
