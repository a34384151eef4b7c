import type { OperatorOrder, OperatorOrigin } from '../audit/index.ts'
import type { Citizen } from '../citizens/index.ts'
import type { Config } from '../config.ts'
import type { ConsoleAct, RefusalFact, Said, Told } from '../moments/index.ts'
import type { OpenDatabase } from '../open-database.ts'
import type { AnswerPart } from '../platform/answer-part.ts'
import type { Schema } from '../platform/operation.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { OutputFormat } from './lay-out.ts'
import type { TypedFault } from './order-refusals.ts'

/** Where a command is called from: its output, and who calls. */
export interface Terminal {
  /** Writes a line of the answer. */
  out(line: string): void
  /** Writes a line about the progress or about a failure. */
  err(line: string): void
  /** Aborted when the operator stops the command. */
  stopped(): AbortSignal
  /** The name of the system's user. */
  user(): string
  /** What the answer is printed on. */
  format?(): OutputFormat
  /** Asks for one line. Missing where nobody could answer. */
  readonly ask?: Ask | undefined
}

/** Asks for one line. `told` is what the answer is about: what an act would do, comparable with another time. */
export type Ask = (question: string, told?: readonly Told[]) => Promise<string>

/** One option of a command. */
export interface OptionShape {
  /** `flag` has no value, `text` one, `texts` one or more. */
  readonly kind: 'flag' | 'text' | 'texts'
  /** The name of the value in the help; `''` for a flag. */
  readonly value: string
  readonly meaning: string
  /** `asked`: required, and asked for where a person can answer. */
  readonly need: 'required' | 'asked' | 'optional'
  /** What the value may be, where that is a list. Its code is loaded where somebody asks for it. */
  readonly values?: LoadsValues | undefined
}

/** Loads the list of what a value may be, from where it is decided. */
export type LoadsValues = () => Promise<readonly string[]>

/** The operands and options that the operator gave, after the checks. */
export interface Given {
  operand(name: string): string
  flag(name: string): boolean
  text(name: string): string | undefined
  texts(name: string): readonly string[]
}

/** One call of a command. */
export interface Call {
  /** The words of the command, such as `client add`. */
  readonly words: string
  readonly given: Given
  readonly terminal: Terminal
  readonly asJson: boolean
  /** The variables of the environment, for what a file names there. */
  environment(): Promise<Readonly<Record<string, string | undefined>>>
  /** Reads the settings. Throws ConfigFaults. */
  config(): Config
  /** Opens the database. It is closed when the command ends. Throws SchemaDoesNotFit. */
  openDatabase(): Promise<OpenDatabase>
}

/** The answer of a command: a value for programs, and the same as lines for people. */
export interface Answer {
  readonly json: unknown
  readonly lines: readonly AnswerPart[]
  /** 1 where the answer reports a fault, 2 where it was asked for a difference and there is one. */
  readonly exitCode?: 0 | 1 | 2
  /** What an act would do, comparable with another time. It is not printed: the lines say it. */
  readonly told?: readonly Told[]
  /** What the lines say of an act, for whoever says it in another language. */
  readonly tells?: readonly Said[]
}

/** The database as an operator works with it: with the name, and perhaps the reason, for every event of the call. */
export type OperatorsDatabase<Origin extends OperatorOrigin = OperatorOrigin> = OpenDatabase & {
  readonly by: Origin
}

/** A call that looks, or that changes no citizen, client or key. */
export interface LookCall extends Call {
  readonly by: OperatorOrigin
  openDatabase(): Promise<OperatorsDatabase>
}

/** A call that changes a citizen, a client or a key. */
export interface ActCall extends Call {
  /** Asks for the reason first, where it is not given. Throws UsageFault where there is none. */
  openDatabase(): Promise<OperatorsDatabase<OperatorOrder>>
}

/** The schema of what a command answers. Its code is loaded when somebody asks for it (decision 100). */
export type LoadsSchema = () => Promise<Schema>

/** What a command writes in JSON lines. */
export interface WritesLines {
  /** Where they go, such as `with --follow`. */
  readonly where: string
  /** One line. */
  readonly schema: LoadsSchema
}

/** A command that answers has a schema of its answer (decision 127): without one it does not compile. */
type Runs<Made> =
  | {
      readonly answers: 'nothing'
      /** Runs it. It writes everything itself. */
      run(call: Made): Promise<undefined>
    }
  | {
      /** What `--json` prints. */
      readonly answers: LoadsSchema
      readonly lines?: WritesLines
      /** Runs it. No answer where it has already written everything. */
      run(call: Made): Promise<Answer | undefined>
    }

interface Frame<Asked> {
  /** The words that call it, such as `client add`. */
  readonly words: string
  readonly summary: string
  /** The names of its operands, in order. */
  readonly operands: readonly string[]
  readonly options: Readonly<Record<string, OptionShape>>
  /** What the audit has of a call (decision 110). By this, every such command takes `--as` and `--reason`. */
  readonly asks: Asked
}

type CommandThatAsks<Asked, Made> = Frame<Asked> & Runs<Made>

/** The database of an act: a pool, or the transaction in which the act is tried. */
export type ActsDatabase = Pick<OperatorsDatabase<OperatorOrder>, 'address' | 'clock' | 'random' | 'by'> & {
  readonly db: Database
  /** Whether the act is only tried, in a transaction that is taken back. */
  readonly isTrial: boolean
}

/** What an act did, or would do. */
export interface ActDone {
  /** The citizen before it. */
  readonly citizen: Citizen
  readonly changed: boolean
  readonly answer: Answer
  /** What follows when the act stands. It is not done where the act is only tried. Throws CommandRefused. */
  readonly afterwards?: (db: Database) => Promise<void>
}

/** The answer of an act that stands, after what follows it. */
export async function finish({ answer, afterwards }: ActDone, db: Database): Promise<Answer> {
  await afterwards?.(db)
  return answer
}

/** An act on one citizen. It runs twice where its effect is told before, and then in a transaction that is taken back (decision 114). */
export interface ActOnCitizen {
  /** Finds a citizen by address or subject. Throws CommandRefused where there is none. */
  readonly find: (database: ActsDatabase, who: string) => Promise<Citizen>
  readonly run: RunsOnCitizen
}

/** Does everything with this database. Throws CommandRefused. */
export type RunsOnCitizen = (database: ActsDatabase, citizen: Citizen, call: Call) => Promise<ActDone>

/** What an act does where no account has what was given. Throws CommandRefused. */
export type RunsWithoutAccount = (database: ActsDatabase, operand: string, call: Call) => Promise<Answer>

/** A command that changes one citizen. It opens no database of its own, so that none does anything before it has said what. */
export interface CommandOnCitizen extends Frame<'who-why-and-yes'> {
  readonly act: ActOnCitizen
  readonly otherwise?: RunsWithoutAccount | undefined
  /** What `--json` prints where the act was done. */
  readonly answers: LoadsSchema
  /** Without it, it is ordered on the machine alone. */
  readonly fromConsole?: ConsoleAct | undefined
}

/** A command that neither shows nor changes a citizen, a client or a key. */
export type PlainCommand = CommandThatAsks<'nothing', Call>

/** A command: its usage, and what it does. */
export type Command =
  | CommandOnCitizen
  | PlainCommand
  | CommandThatAsks<'who', LookCall>
  | CommandThatAsks<'who-and-why', ActCall>

/** The operand that names a citizen. */
export const WHO = 'EMAIL_OR_SUBJECT'

/** The operand that names an act which waits. */
export const ACT_NUMBER = 'NUMBER'

/** The operand of `portico completion`. The same form in any operand names its values. */
export const SHELLS = 'bash|zsh|fish'

/** The operand that takes the words of a command, or none. */
export const SOME_COMMAND = '[COMMAND…]'

/** The operand that names a file. */
export const FILE = 'FILE'

/** The command line is wrong. The message says why. Exit code 2. */
export class UsageFault extends Error {
  override readonly name = 'UsageFault'
  /** Why, where the console has words for it. */
  readonly because: TypedFault | undefined
  constructor(says: string, because?: TypedFault) {
    super(says)
    this.because = because
  }
}

/** The command cannot be done. The message says why. Exit code 1. */
export class CommandRefused extends Error {
  override readonly name = 'CommandRefused'
  /** Why, as a name for the audit. */
  readonly because: string
  /** Where the words of an act say it: which act, and the number of that sentence. */
  readonly said: Omit<RefusalFact, 'code'>
  /** Each fault, where the message is about several: its first line is then a heading. */
  readonly faults: readonly string[]
  constructor(
    says: string,
    because = 'refused',
    said: Omit<RefusalFact, 'code'> = {},
    faults: readonly string[] = [],
  ) {
    super(says)
    this.because = because
    this.said = said
    this.faults = faults
  }
}

/** An option without a value. */
export function flag(meaning: string): OptionShape {
  return { kind: 'flag', value: '', meaning, need: 'optional' }
}

/** An option with one value. */
export function text(value: string, meaning: string, need: OptionShape['need'] = 'optional'): OptionShape {
  return { kind: 'text', value, meaning, need }
}

/** An option with one or more values. */
export function texts(value: string, meaning: string, need: OptionShape['need'] = 'optional'): OptionShape {
  return { kind: 'texts', value, meaning, need }
}

/** An option whose value is one of a list. */
export function oneOf(shape: OptionShape, values: LoadsValues | undefined): OptionShape {
  return { ...shape, values }
}

/** What every command takes beside its own options. */
export const COMMON_OPTIONS = {
  json: flag('Answer in JSON, and refuse in JSON on the standard error'),
  help: flag('Help for this command'),
}

const AS = text('NAME', "Who you are, for the audit (default: the system's user)")
/** Why somebody does it. */
export const REASON = text('TEXT', 'The reason, for the audit; asked for on a terminal', 'asked')

/** Only says what would happen. */
export const DRY_RUN = flag('Change nothing: say what would happen')
/** Says yes before the question. */
export const YES = flag('Do not ask on a terminal before it happens')

/** The options of a command that is tried first. */
export const TRIED_FIRST = { 'dry-run': DRY_RUN, yes: YES } as const

/** The same where nothing happens without it. */
export const YES_NEEDED = flag('Do not ask before it happens; needed where nobody can be asked')

/** How commands ask for a yes, and what they do where nobody answers (decisions 114 and 115). */
export const WHERE_NOBODY_ANSWERS =
  'Where nobody can be asked, such as in a script, a command that names its act needs --reason, and does it without a question. What a file changes is not named by its command: apply does nothing there without --yes.'

const ASKED: Readonly<Record<Command['asks'], Readonly<Record<string, OptionShape>>>> = {
  nothing: {},
  who: { as: AS },
  'who-and-why': { as: AS, reason: REASON },
  'who-why-and-yes': { 'dry-run': DRY_RUN, yes: YES, as: AS, reason: REASON },
}

/** The options of a command: its own, and those by which the audit learns who called it. */
export function optionsOf({ options, asks }: Command): Readonly<Record<string, OptionShape>> {
  return { ...options, ...ASKED[asks] }
}
