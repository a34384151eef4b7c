import { COMMON_OPTIONS, type Command, type OptionShape, optionsOf, WHERE_NOBODY_ANSWERS } from './command.ts'
import { definitions, type OutputFormat, wrapped } from './lay-out.ts'

/** The usage of a command, in one line. */
export function usageOf(command: Command): string {
  const options = Object.entries(optionsOf(command)).map(([name, shape]) => optionUsage(name, shape))
  return ['portico', command.words, ...command.operands, ...options].join(' ')
}

/** The help about one command. */
export function helpOn(command: Command, format: OutputFormat = {}): readonly string[] {
  const options = Object.entries(optionsOf(command)).map(
    ([name, { value, meaning }]) => [`--${name} ${value}`.trim(), meaning] as const,
  )
  const rows = [...options, ['--json', COMMON_OPTIONS.json.meaning] as const]
  const { columns = Number.POSITIVE_INFINITY } = format
  const usage = wrapped(`Usage: ${usageOf(command)}`, columns - 4)
  return [
    ...wrapped(`${command.summary}.`, columns),
    '',
    ...usage.map((line, at) => (at === 0 ? line : `    ${line}`)),
    '',
    ...definitions(rows, format),
  ]
}

/** A list of commands under a heading. */
export function helpOnAll(commands: readonly Command[], format: OutputFormat = {}): readonly string[] {
  const asks = commands.some((command) => 'yes' in optionsOf(command))
  const rows = commands.map(
    (command) => [[command.words, ...command.operands].join(' '), command.summary] as const,
  )
  return [
    'Usage: portico COMMAND [--json]',
    '',
    ...definitions(rows, format),
    '',
    ...(asks ? wrapped(WHERE_NOBODY_ANSWERS, format.columns ?? Number.POSITIVE_INFINITY) : []),
    'Help for one command: portico help COMMAND',
  ]
}

function optionUsage(name: string, { kind, value, need }: OptionShape): string {
  const more = kind === 'texts' ? '…' : ''
  const written = kind === 'flag' ? `--${name}` : `--${name} ${value}${more}`
  return need === 'optional' ? `[${written}]` : written
}
