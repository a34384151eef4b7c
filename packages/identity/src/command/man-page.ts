import { objectSchema, textSchema } from '../platform/operation.ts'
import {
  type Answer,
  COMMON_OPTIONS,
  type Command,
  type OptionShape,
  optionsOf,
  WHERE_NOBODY_ANSWERS,
} from './command.ts'
import { usageOf } from './help.ts'

/** The manual page. */
export const MAN_PAGE = objectSchema('ManPage', { page: textSchema('The page, in the macros of man(7).') })

/** Prints the manual page portico(1), in the macros of man(7). It is made of what `--help` says. */
export function manCommand(commands: readonly Command[]): Answer {
  const lines = pageOf(commands)
  return { lines, json: { page: `${lines.join('\n')}\n` } }
}

function pageOf(commands: readonly Command[]): readonly string[] {
  return [
    '.\\" Made by portico man.',
    '.TH PORTICO 1 "" Portico "Operators of Portico"',
    '.SH NAME',
    plain('portico - run and look after the identity service of Portico'),
    '.SH SYNOPSIS',
    '.B portico',
    '.I COMMAND',
    '[\\fIOPTION\\fR ...]',
    '.SH DESCRIPTION',
    plain(
      'Each command works on the database of the service, whether the service runs or not. What it changes takes effect at once and is in the audit, with who called it and why.',
    ),
    '.PP',
    plain(WHERE_NOBODY_ANSWERS),
    '.SH COMMANDS',
    ...commands.flatMap(commandPart),
    '.SH OPTIONS OF EVERY COMMAND',
    ...optionParts(COMMON_OPTIONS),
    '.SH ANSWERS IN JSON',
    plain(
      'portico schema COMMAND prints the JSON Schema of what that command answers with --json, and portico schema those of all commands. A refusal or a fault is a sentence on the standard error, and with --json an object in its last line, as portico schema --refusal says.',
    ),
    '.SH EXIT STATUS',
    ...EXITS.flatMap(([code, meaning]) => ['.TP', `.B ${code}`, plain(meaning)]),
    '.SH ENVIRONMENT',
    plain(
      'The settings are environment variables whose names begin with PORTICO_. They are those of the service: docs/reference/settings.md of this release lists them, and portico settings shows those that are in force. NO_COLOR turns colours off.',
    ),
    '.SH EXAMPLES',
    ...EXAMPLES.flatMap(([what, how]) => ['.TP', plain(what), `.B ${plain(how)}`]),
  ]
}

const EXITS = [
  ['0', 'The command did what it was asked for, or there was nothing to do.'],
  ['1', 'It was refused, or failed; doctor: something is wrong.'],
  ['2', 'The command line is wrong; with apply --check: something would change.'],
] as const

const EXAMPLES = [
  ['What is wrong with this installation:', 'portico doctor'],
  ['Why a caller cannot get in:', 'portico citizen why ana@example.org'],
  ['Everything about the page that a caller reads out:', 'portico audit --request REFERENCE'],
  ['What an act would do:', 'portico citizen suspend ana@example.org --reason "stolen phone" --dry-run'],
] as const

function commandPart(command: Command): readonly string[] {
  return [
    '.SS',
    `.B ${plain(`portico ${command.words}`)}`,
    plain(`${command.summary}.`),
    '.PP',
    plain(usageOf(command)),
    ...optionParts(optionsOf(command)),
  ]
}

function optionParts(options: Readonly<Record<string, OptionShape>>): readonly string[] {
  return Object.entries(options).flatMap(([name, { value, meaning }]) => [
    '.TP',
    value === ''
      ? `.B ${plain(`--${name}`)}`
      : `.BI ${plain(`--${name}`)} " ${plain(value).replaceAll('"', '\\(dq')}"`,
    plain(meaning),
  ])
}

/** Text that is nothing else to troff: a backslash is written as a character, a hyphen can be copied, and no line begins with a control character. */
function plain(text: string): string {
  const written = text.replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll('…', '...')
  return /^[.']/.test(written) ? `\\&${written}` : written
}
