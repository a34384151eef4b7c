/** An option of a command. */
export interface CommandOption {
  /** What stands behind it, such as `FILE`; `''` for an option without a value. */
  readonly value: string
  readonly meaning: string
}

/** The options of a command, by their names without `--`. */
export type CommandOptions = Readonly<Record<string, CommandOption>>

/** What the command line gives a command. */
export interface Given {
  flag(name: string): boolean
  text(name: string): string | undefined
  /** The words behind the command's name, as they stand there. */
  readonly words: readonly string[]
}

/** What a command answers: for people, and for `--json`. */
export interface Answer {
  readonly lines: readonly string[]
  readonly json: object
  readonly exitCode: 0 | 1
}

/** What every command has. */
export interface CommandFrame {
  readonly name: string
  /** What it does, in a line of the help. */
  readonly summary: string
}

/** A command that answers takes `--json`. One that writes everything itself does not. */
export type Command = CommandFrame &
  (
    | { readonly options: CommandOptions; readonly answers: true; run(given: Given): Promise<Answer> }
    | { readonly options: CommandOptions; readonly answers: false; run(given: Given): Promise<0 | 1> }
    /** Reads its words itself, `--help` too. */
    | { readonly options: 'own'; readonly answers: false; run(given: Given): Promise<0 | 1> }
  )

/** The command line is wrong. The message says why. Exit code 2. */
export class UsageFault extends Error {
  override readonly name = 'UsageFault'
}

/** The command cannot be done. The message says why. Exit code 1. */
export class CommandRefused extends Error {
  override readonly name = 'CommandRefused'
  /** Why, as a name. */
  readonly because: string
  constructor(says: string, because = 'refused') {
    super(says)
    this.because = because
  }
}
