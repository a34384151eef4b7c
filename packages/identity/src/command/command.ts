import type { Config } from '../config.ts'
import type { OpenDatabase } from '../open-database.ts'

/** The output of a command. */
export interface Terminal {
  /** Writes a line of the answer. */
  out(line: string): void
  /** Writes a line about the progress or about a failure. */
  err(line: string): void
  /** Aborted when the operator stops the command. */
  stopped(): AbortSignal
}

/** One option of a command. */
export interface OptionShape {
  /** `flag` has no value, `text` one, `texts` one or more. */
  readonly kind: 'flag' | 'text' | 'texts'
  /** The name of the value in the help; `''` for a flag. */
  readonly value: string
  readonly meaning: string
  readonly need: 'required' | 'optional'
}

/** The operands and options that the operator gave, after the checks. */
export interface Given {
  operand(name: string): string
  flag(name: string): boolean
  text(name: string): string | undefined
  texts(name: string): readonly string[]
}

/** One call of a command. */
export interface Call {
  readonly given: Given
  readonly terminal: Terminal
  readonly asJson: boolean
  /** Reads the settings. Throws ConfigFaults. */
  config(): Config
  /** Opens the database. It is closed when the command ends. Throws SchemaDoesNotFit. */
  openDatabase(): Promise<OpenDatabase>
}

/** The answer of a command: a value for programs, and the same as lines for people. */
export interface Answer {
  readonly json: unknown
  readonly lines: readonly string[]
  /** 1 where the answer reports a fault. */
  readonly exitCode?: 0 | 1
}

/** A command: its usage, and what it does. */
export interface Command {
  /** The words that call it, such as `client add`. */
  readonly words: string
  readonly summary: string
  /** The names of its operands, in order. */
  readonly operands: readonly string[]
  readonly options: Readonly<Record<string, OptionShape>>
  /** Runs it. No answer where it has already written everything. */
  run(call: Call): Promise<Answer | undefined>
}

/** The operand that names a citizen. */
export const WHO = 'EMAIL_OR_SUBJECT'

/** The command line is wrong. The message says why. Exit code 2. */
export class UsageFault extends Error {
  override readonly name = 'UsageFault'
}

/** The command cannot be done. The message says why. Exit code 1. */
export class CommandRefused extends Error {
  override readonly name = 'CommandRefused'
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

/** What every command takes beside its own options. */
export const COMMON_OPTIONS = {
  json: flag('Answer in JSON'),
  help: flag('Help for this command'),
}
