import type { Citizen } from '../citizens/index.ts'
import type { Role } from '../operators/index.ts'
import type { Basics } from '../platform/foundation.ts'
import type { Translations } from '../platform/languages.ts'
import type { SaysDone } from '../platform/room/done.ts'

/** What an operator reads of an act, in one language. */
export interface ActWords {
  /** What it does. */
  readonly title: string
  /** What it does to any account, and what stays where one could think otherwise: it stands before a ticket and a reason are given. */
  readonly note: string
  /** Why it would do nothing to an account now, by name (`whyNothing`). */
  readonly nothing?: Readonly<Record<string, string>>
  /** Why it is refused, by code, where no sentence of `nothing` has that code as its name: what was typed is wrong, or a limit is spent. */
  readonly refused?: Readonly<Record<string, string | ((count: number) => string)>>
  /** What it has done: `until` where it ends by itself, `already` where everything was so before, `suspended` where that is less for an account that is suspended. */
  readonly says: {
    readonly done: SaysDone
    readonly until?: SaysDone
    readonly already?: SaysDone
    readonly suspended?: SaysDone
  }
  /** The labels of its options, by their names. */
  readonly labels?: Readonly<Record<string, string>>
  /** What may be chosen for an option, by the values that the command takes. */
  readonly choices?: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** The words of an act that may find everything as it wants it. */
export interface ChangeWords extends ActWords {
  readonly says: ActWords['says'] & { readonly already: SaysDone }
}

/** How an act on one citizen is ordered from the console (decision 119). */
export interface ConsoleAct<Words extends ActWords = ActWords> {
  /** The least role of an operator who may order it. */
  readonly role: Role
  readonly words: () => Promise<Translations<Words>>
  /** Where an act can have nothing to do, or is refused whatever its options are: what tells it. The console asks, by its views. */
  readonly whyNothing?: WhyNothing | undefined
}

/**
 * Says why an act would do nothing to an account that is not closed, by the name of a sentence of its words. Undefined where it would do something. The act itself does not ask: it finds out for itself, as ever.
 */
export type WhyNothing<Name extends string = string> = (
  needs: Pick<Basics, 'db' | 'clock'>,
  citizen: Citizen,
) => Promise<Name | undefined>
