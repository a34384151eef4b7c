import type { Config } from '../config.ts'
import type { OpenDatabase } from '../open-database.ts'

/** Where a command writes. */
export interface Terminal {
  /** A line of the answer. */
  out(line: string): void
  /** A line beside the answer: progress and trouble. */
  err(line: string): void
  /** Aborted when the operator wants the command to stop. */
  stopped(): AbortSignal
}

/** One option of a command. */
export interface OptionShape {
  /** `flag` takes no value, `text` one, `texts` one or more. */
  readonly kind: 'flag' | 'text' | 'texts'
  /** What the value is called in the help; `''` for a flag. */
  readonly value: string
  readonly meaning: string
  readonly need: 'required' | 'optional'
}

/** What the operator wrote, as far as the command's shape allows it. */
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
  /** The settings; throws ConfigFaults. */
  config(): Config
  /** The database, up to date; it is closed when the command ends. */
  openDatabase(): Promise<OpenDatabase>
}

/** What a command answers: one thing for programs, the same in lines for people. */
export interface Answer {
  readonly json: unknown
  readonly lines: readonly string[]
  /** 1 where the answer is that something is wrong. */
  readonly exitCode?: 0 | 1
}

/** One command: how it is written and what it does. */
export interface Command {
  /** The words that call it. */
  readonly words: string
  readonly summary: string
  /** What must be named, in this order. */
  readonly operands: readonly string[]
  readonly options: Readonly<Record<string, OptionShape>>
  /** No answer where the command has written it all itself. */
  run(call: Call): Promise<Answer | undefined>
}

/** The command was written wrongly; the sentence says how. Exit code 2. */
export class UsageFault extends Error {
  override readonly name = 'UsageFault'
}

/** The command was understood and cannot be done; the sentence says why. Exit code 1. */
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
