import type { ByOperator, OrderedByOperator } from '../audit/index.ts'
import type { ChangeCitizen, Citizen, OperatorRefusal } from '../citizens/index.ts'
import type { LetterNeeds, NamedLetter } from '../mail/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import type { Schema } from '../platform/operation.ts'
import type { OwnData } from '../platform/own-data.ts'
import type { DatabaseAddress } from '../platform/postgres/connect.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { Result } from '../platform/result.ts'
import type { DoneFacts } from '../platform/room/done.ts'
import type { Events } from '../platform/room/event.ts'
import type { LimitAnswer, LimitKind } from '../rate-limits/index.ts'
import type { ChangesByFile, WritesFile } from './changes-by-file.ts'
import type { Consents } from './consents.ts'
import type { ChangeWords, ConsoleAct } from './console-act.ts'
import type { MachineKeys } from './machine-keys.ts'
import type { Question } from './questions.ts'

/** What an operator orders about one citizen, with a reason: `portico citizen VERB`. */
export interface CitizenOrder {
  readonly verb: string
  readonly summary: string
  /** Its words say what was changed, or that nothing was. */
  readonly fromConsole: ConsoleAct<ChangeWords>
  readonly useCase: ChangeCitizen<LetterNeeds & ByOperator>
}

/** What the operator gives with an order: the reason, and its options by their names. */
export interface GivenOrder {
  readonly reason: string
  option(name: string): string
}

/** Why an order is refused: what the operator reads, and a name for the audit. */
export interface RefusedOrder {
  readonly says: string
  readonly because?: string
  /** The number in the sentence of its words. */
  readonly count?: number
  /** Whom it is about, where the command has not found them. */
  readonly citizenId?: string
  /** Each fault of what was given, where there may be several. */
  readonly faults?: readonly string[]
}

/** The answer about the citizen: fields for programs, and for people the values of the sentence in its words. An order without words says the rest of the sentence, in English. */
export type OrderAnswer = {
  readonly json: Readonly<Record<string, string | number>>
  /** What follows when the order stands, such as a file. It is not done where the order is only tried. */
  readonly then?: (db: Database, stopped: AbortSignal) => Promise<Result<void, RefusedOrder>>
} & (
  | {
      readonly done: DoneFacts
      /** Which of the sentences says it, where it is another one than that for everybody. */
      readonly says?: 'suspended'
    }
  | { readonly said: string }
)

/** Spends a limit where the service counts it: what an operator does for somebody counts like their own request. Where an order is only tried, it looks, and spends nothing. */
export interface SpendsForCitizen {
  spend(kind: LimitKind, who: string): Promise<LimitAnswer>
}

/** An option that a room gives a command: the name of its value, and what it means. */
export interface RoomOption {
  readonly value: string
  readonly meaning: string
  /** What the value may be, where that is a list. */
  readonly values?: () => Promise<readonly string[]>
}

/** An order with options of its own: `portico citizen VERB --OPTION`. It words its answer, and why it is refused. */
export interface OrderWithOptions<Needs = never> {
  readonly verb: string
  readonly summary: string
  /** Without it, it is ordered on the machine alone. */
  readonly fromConsole?: ConsoleAct
  /** What has to be given beside the reason, by the name of the option. */
  readonly options: Readonly<Record<string, RoomOption>>
  /** What its answer has for programs, beside the subject of the citizen. */
  readonly answers: () => Promise<Readonly<Record<string, Schema>>>
  readonly useCase: (
    needs: Needs,
    citizen: Citizen,
    given: GivenOrder,
  ) => Promise<Result<OrderAnswer, OperatorRefusal | RefusedOrder>>
  /** What it does where no account has what was given. On the machine alone, and it waits for nobody. */
  readonly otherwise?: (needs: Needs, operand: string) => Promise<Result<OrderAnswer, RefusedOrder>>
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
  /** What `--json` has of each. */
  readonly values: () => Promise<Readonly<Record<string, Schema>>>
  readonly rows: (
    db: Database,
    citizenId: string,
  ) => Promise<readonly Readonly<Record<string, ListedValue>>[]>
}

/** What an operator gives with an act on many citizens: its file, `''` where it has none, and its options by their names. */
export interface GivenAct {
  readonly operand: string
  has(name: string): boolean
  option(name: string): string | undefined
  progress(line: string): void
  /** Aborted when the operator stops the command. */
  readonly stopped: AbortSignal
}

/** What an act uses. */
export type ActNeeds = LetterNeeds &
  OrderedByOperator & {
    /** For a connection of its own. */
    readonly address: DatabaseAddress
  }

/** What every room has about a citizen, by the name of its part, and the events of all rooms. */
export interface OwnDataOfRooms {
  readonly ownData: readonly (readonly [name: string, read: OwnData])[]
  readonly events: Events
}

/** What an operator does with many citizens at once: `portico citizen VERB`, with an operand where it reads or writes a file. It words its answer, and why it is refused. */
export interface CitizensAct {
  readonly verb: string
  readonly summary: string
  readonly operand?: string
  /** A value of `''` is a flag. */
  readonly options: Readonly<Record<string, RoomOption>>
  /** What it answers for programs. */
  readonly answers: () => Promise<Schema>
  /** One line of the file that it writes in JSON lines, if it does. */
  readonly lines?: () => Promise<Schema>
  readonly run: (
    needs: ActNeeds,
    given: GivenAct,
  ) => Promise<
    Result<
      { readonly json: unknown; readonly lines: readonly string[]; readonly isFault: boolean },
      RefusedOrder
    >
  >
}

/** A room that lets operators do something with one citizen, or with many. */
export interface RoomForOperators<Needs = never> {
  readonly orders?: readonly (CitizenOrder | OrderWithOptions<Needs>)[]
  readonly lists?: readonly CitizenList[]
  readonly acts?: readonly CitizensAct[]
  readonly questions?: readonly Question[]
  /** What it makes like a file. */
  readonly byFile?: readonly ChangesByFile[]
  /** What it writes as such a file. */
  readonly writes?: readonly WritesFile[]
  /** The letters that an operator's act may write, so that whoever orders it reads their subjects before. The code is loaded where somebody asks. */
  readonly letters?: () => Promise<readonly NamedLetter[]>
  /** How acts wait for another operator. The code is loaded where one does. */
  readonly consents?: () => Promise<Consents>
  /** How machines are known that ask the API of the console. The code is loaded where somebody asks. */
  readonly machineKeys?: () => Promise<MachineKeys>
}
