import { nearest } from '../platform/nearest.ts'
import { type Command, UsageFault } from './command.ts'

/** What the operator asks for: a command, help or the version. */
export type Wanted =
  | { readonly kind: 'command'; readonly command: Command; readonly rest: readonly string[] }
  | { readonly kind: 'help'; readonly about: readonly Command[] }
  | { readonly kind: 'version' }

const HELP = ['--help', '-h']
const VERSION = ['--version', '-V']

/** Finds the command with these words. Throws UsageFault where there is none. */
export function findCommand(commands: readonly Command[], args: readonly string[]): Wanted {
  const [first = ''] = args
  if (first === '--json')
    return findCommand(commands, [...args.slice(1), ...(args.length > 1 ? ['--json'] : [])])
  if (VERSION.includes(first)) return { kind: 'version' }
  if (HELP.includes(first)) return { kind: 'help', about: commands }
  if (first === 'help') return { kind: 'help', about: named(commands, args.slice(1)) }
  // Of `backup` and `backup check`, the one with more words.
  const command = commands
    .filter(({ words }) => startsWith(args, words.split(' ')))
    .sort((one, other) => other.words.length - one.words.length)[0]
  if (command) return { kind: 'command', command, rest: args.slice(command.words.split(' ').length) }
  const words = args.slice(0, args.findIndex((word) => word.startsWith('-')) >>> 0)
  if (args.some((word) => HELP.includes(word))) return { kind: 'help', about: named(commands, words) }
  throw new UsageFault(sayUnknown(commands, words))
}

/** The command with these words, or else those that begin with them; all of them without words. */
function named(commands: readonly Command[], words: readonly string[]): readonly Command[] {
  const exact = commands.filter((command) => command.words === words.join(' '))
  if (exact.length > 0) return exact
  const about = commands.filter((command) => startsWith(command.words.split(' '), words))
  if (about.length > 0) return about
  throw new UsageFault(sayUnknown(commands, words))
}

/** The command with just these words. Throws UsageFault where there is none. */
export function findNamed(commands: readonly Command[], words: readonly string[]): Command {
  const command = commands.find((one) => one.words === words.join(' '))
  if (command) return command
  throw new UsageFault(sayUnknown(commands, words))
}

function sayUnknown(commands: readonly Command[], words: readonly string[]): string {
  if (words.length === 0) return 'The command is missing.'
  const group = commands.filter((command) => command.words.startsWith(`${words.join(' ')} `))
  if (group.length > 0)
    return `The command is not complete. Use one of: ${group.map((command) => command.words).join(', ')}.`
  return `There is no command '${words.slice(0, 3).join(' ')}'.${askAbout(commands, words)}`
}

/** The command, or the beginning of some, that was probably meant. What follows its words may be operands. */
function askAbout(commands: readonly Command[], words: readonly string[]): string {
  for (const count of [3, 2, 1]) {
    const names = commands.map((command) => command.words.split(' ').slice(0, count))
    const asLong = names.filter((name) => name.length === count).map((name) => name.join(' '))
    const meant = count <= words.length && nearest(words.slice(0, count).join(' '), asLong)
    if (meant) return ` Did you mean '${meant}'?`
  }
  return ''
}

function startsWith(words: readonly string[], beginning: readonly string[]): boolean {
  return beginning.every((word, index) => words[index] === word)
}
