import { parseArgs } from 'node:util'
import { type Answer, type Command, type Given, UsageFault } from './command.ts'
import { helpOn, helpOnAll, optionsOf } from './help.ts'
import { nearest } from './nearest.ts'
import { asksForJson, complain } from './refusal.ts'

/** Where a command writes its lines. */
export interface CommandOutput {
  /** Writes to the standard output. */
  line(text: string): void
  /** Writes to the standard error output. */
  fault(text: string): void
}

/** A program with commands, such as `portico-gate`. */
export interface CommandLine {
  readonly name: string
  readonly version: () => string
  readonly commands: readonly Command[]
  /** The name of the command that runs where none is named. */
  readonly otherwise?: string
}

const HELP = ['--help', '-h', 'help']
const VERSION = ['--version', '-V']

/**
 * Runs one command line. A refusal or a failure is a sentence on the standard error, and with `--json` an object in its last line.
 * Returns the exit code: 0 success, 1 refused or failed, 2 wrong command line.
 */
export async function runCommandLine(
  args: readonly string[],
  line: CommandLine,
  output: CommandOutput,
): Promise<0 | 1 | 2> {
  const asJson = asksForJson(args)
  let command: Command | undefined
  try {
    const [first = '', ...rest] = jsonLast(args)
    if (VERSION.includes(first)) return say(output, [line.version()])
    if (HELP.includes(first)) return say(output, helpAbout(line, rest))
    const isNamed = line.otherwise === undefined || (first !== '' && !first.startsWith('-'))
    command = findCommand(line, isNamed ? first : line.otherwise)
    return await run(command, isNamed ? rest : args, { line, output, asJson })
  } catch (error) {
    return complain(output.fault, error, { name: line.name, command, asJson })
  }
}

async function run(
  command: Command,
  words: readonly string[],
  {
    line,
    output,
    asJson,
  }: { readonly line: CommandLine; readonly output: CommandOutput; readonly asJson: boolean },
): Promise<0 | 1> {
  const given = command.options === 'own' ? { ...NOTHING, words } : readOptions(command, words)
  if (given.flag('help')) return say(output, helpOn(line.name, command))
  if (!command.answers) return command.run(given)
  const { json, lines, exitCode }: Answer = await command.run(given)
  say(output, asJson ? [JSON.stringify(json)] : lines)
  return exitCode
}

const NOTHING = { flag: () => false, text: () => undefined }

/** `--json` may stand before the command, too. */
function jsonLast(args: readonly string[]): readonly string[] {
  return args[0] === '--json' ? [...args.slice(1), '--json'] : args
}

function helpAbout({ name, commands, ...line }: CommandLine, [about]: readonly string[]): readonly string[] {
  if (about === undefined || about.startsWith('-')) return helpOnAll(name, commands)
  return helpOn(name, findCommand({ name, commands, ...line }, about))
}

function findCommand({ commands }: CommandLine, name = ''): Command {
  const command = commands.find((one) => one.name === name)
  if (command) return command
  if (name === '' || name.startsWith('-')) throw new UsageFault('The command is missing.')
  const meant = nearest(
    name,
    commands.map((one) => one.name),
  )
  throw new UsageFault(`There is no command '${name}'.${meant ? ` Did you mean '${meant}'?` : ''}`)
}

/** Reads the words behind the command's name. Throws UsageFault about the first one that does not fit. */
function readOptions(command: Command, words: readonly string[]): Given {
  const own = Object.entries(optionsOf(command)).map(
    ([name, { value }]) =>
      [name, { type: value === '' ? ('boolean' as const) : ('string' as const) }] as const,
  )
  const options = { ...Object.fromEntries(own), help: { type: 'boolean', short: 'h' } } as const
  try {
    const { values }: { values: Readonly<Record<string, unknown>> } = parseArgs({ args: [...words], options })
    return {
      words,
      flag: (name) => values[name] === true,
      text: (name) => (typeof values[name] === 'string' ? values[name] : undefined),
    }
  } catch (error) {
    throw new UsageFault(sentenceOf(error) + askAbout(Object.keys(options), words))
  }
}

/** The option that was probably meant by the first one that the command does not have. */
function askAbout(known: readonly string[], words: readonly string[]): string {
  const written = words
    .filter((word) => /^--./.test(word))
    .map((word) => word.slice(2).split('=', 1)[0] ?? '')
  const unknown = written.find((name) => !known.includes(name))
  const meant = unknown && nearest(unknown, known)
  return meant ? ` Did you mean --${meant}?` : ''
}

/** What Node says, without what it says about words that begin with a dash. */
function sentenceOf(error: unknown): string {
  const [first = ''] = error instanceof Error ? error.message.split(/\.\s|\n/) : ['The options are wrong']
  return `${first.replace(/\.$/, '')}.`
}

function say({ line }: CommandOutput, lines: readonly string[]): 0 {
  for (const text of lines) line(text)
  return 0
}
