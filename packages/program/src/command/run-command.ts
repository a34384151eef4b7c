import type { DoctorCheck } from '../program-sso.ts'
import type { Command } from './command.ts'
import { init, ownVersion } from './init.ts'
import { type Environment, programCommands } from './program-commands.ts'
import { type CommandOutput, runCommandLine } from './run-command-line.ts'

/** What a program adds to the command. */
export interface CommandAdditions {
  /** Further checks of `doctor`. */
  readonly checks?: () => Promise<readonly DoctorCheck[]>
}

/** Runs one command line. Returns the exit code: 0 success, 1 refused or failed, 2 wrong command line. */
export function runCommand(
  args: readonly string[],
  output: CommandOutput,
  environment?: Environment,
  { checks }: CommandAdditions = {},
): Promise<0 | 1 | 2> {
  const initCommand: Command = {
    ...{ name: 'init', options: 'own', answers: false },
    summary: 'connect the program in this folder: settings, first lines, registration',
    run: ({ words }) => init(words, output.line, environment),
  }
  const needs = { environment: () => environment, ...(checks ? { checks: () => checks } : {}) }
  const commands = [initCommand, ...programCommands(needs)]
  return runCommandLine(args, { name: 'portico-program', version: ownVersion, commands }, output)
}
