/** A command that `init` runs in the program's folder. */
export interface Step {
  readonly file: string
  readonly args: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
}

/** How a command ended. Its standard output, if it was asked for. */
export interface StepResult {
  readonly exitCode: number
  readonly stdout: string
}

/** What `init` gets from outside. */
export interface InitNeeds {
  /** The program's folder. */
  readonly folder: string
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Says what is being done. */
  say(line: string): void
  /** Asks a person. Null where nobody can be asked: the input is no terminal, or `--yes` was given. */
  readonly ask: ((question: string, options: { readonly isSecret: boolean }) => Promise<string>) | null
  readonly fetch: typeof globalThis.fetch
  /** Runs a command and shows its output. With `capture`, it returns the standard output and does not show it. */
  run(step: Step, options?: { readonly capture: boolean }): Promise<StepResult>
}

/** Why `init` cannot go on, in a sentence that says what to do. */
export class Stopped extends Error {
  override readonly name: string = 'Stopped'
}
