import { readFileSync } from 'node:fs'
import type { Config } from '../config.ts'
import type { OpenDatabase } from '../open-database.ts'
import { parseOwnJson } from '../platform/own-json.ts'
import { type Answer, type Call, type Command, type Terminal, UsageFault } from './command.ts'
import { findCommand } from './find-command.ts'
import { helpOn, helpOnAll } from './help.ts'
import { layOut, type OutputFormat } from './lay-out.ts'
import { readArguments } from './read-arguments.ts'
import { asksForJson, complain } from './refusal.ts'

/** The commands, the terminal and the environment of a process. */
export interface CommandSurroundings {
  readonly commands: readonly Command[]
  readonly terminal: Terminal
  /** Environment variables; by default those of the process. */
  readonly environment?: Readonly<Record<string, string | undefined>>
  /** Sees each answer before it is printed. */
  readonly sees?: (command: Command, answer: Answer) => void
}

/** The exit code: 0 done, 1 refused or failed, 2 wrong command line, or a difference that was asked for. */
export type ExitCode = 0 | 1 | 2

/** Runs a command line and writes the answer. A failure is written as one sentence, never as a stack trace; with `--json` as an object in one line. */
export async function runPortico(
  args: readonly string[],
  surroundings: CommandSurroundings,
): Promise<ExitCode> {
  const { terminal } = surroundings
  const asJson = asksForJson(args)
  try {
    const wanted = findCommand(surroundings.commands, args)
    if (wanted.kind === 'version') return say(terminal, [readVersion()])
    if (wanted.kind === 'help') return say(terminal, helpAbout(wanted.about, terminal.format?.()))
    return await runCommand(wanted.command, wanted.rest, surroundings)
  } catch (error) {
    return complain(terminal, error, { asJson })
  }
}

async function runCommand(
  command: Command,
  rest: readonly string[],
  { terminal, environment, sees }: Omit<CommandSurroundings, 'commands'>,
): Promise<ExitCode> {
  let open: OpenDatabase | undefined
  let settings: Config | undefined
  try {
    const { given, asJson, wantsHelp } = readArguments(command, rest)
    if (wantsHelp) return say(terminal, helpOn(command, terminal.format?.()))
    const { ownEnvironment, readConfig } = await import('../config.ts')
    const config = () => (settings ??= environment ? readConfig(environment) : readConfig())
    const openOnce = async () => {
      const { openDatabase } = await import('../open-database.ts')
      return (open ??= await openDatabase(config(), (line) => terminal.err(line)))
    }
    const variables = async () => environment ?? ownEnvironment()
    const called = { words: command.words, given, asJson, terminal, environment: variables }
    const call = { ...called, config, openDatabase: openOnce }
    const answer = await runBy(command, call)
    if (!answer) return 0
    sees?.(command, answer)
    return print(terminal, answer, asJson)
  } catch (error) {
    if (!(error instanceof UsageFault)) throw error
    return complain(terminal, error, { command, asJson: asksForJson(rest) })
  } finally {
    await open?.close()
  }
}

/** Runs the command with the name of who calls it, where it asks for that. */
async function runBy(command: Command, call: Call): Promise<Answer | undefined> {
  if (command.asks === 'nothing') return command.run(call)
  const { whoAsks, whyAsked } = await import('./who-asks.ts')
  const { given, terminal } = call
  const by = whoAsks(given, terminal)
  if (command.asks === 'who-why-and-yes')
    return (await import('./act-on-citizen.ts')).actOnCitizen(command, call, by)
  if (command.asks === 'who')
    return command.run({ ...call, by, openDatabase: async () => ({ ...(await call.openDatabase()), by }) })
  const openDatabase = async () => {
    const order = { ...by, reason: await whyAsked(given, terminal) }
    return { ...(await call.openDatabase()), by: order }
  }
  return command.run({ ...call, openDatabase })
}

function print(terminal: Terminal, { json, lines, exitCode = 0 }: Answer, asJson: boolean): ExitCode {
  say(terminal, asJson ? [JSON.stringify(json, null, 2)] : layOut(lines, terminal.format?.()))
  return exitCode
}

function helpAbout(commands: readonly Command[], format: OutputFormat | undefined): readonly string[] {
  const [only, ...others] = commands
  return only && others.length === 0 ? helpOn(only, format) : helpOnAll(commands, format)
}

function say(terminal: Terminal, lines: readonly string[]): ExitCode {
  for (const line of lines) terminal.out(line)
  return 0
}

function readVersion(): string {
  const about = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return parseOwnJson<{ version: string }>(about).version
}
