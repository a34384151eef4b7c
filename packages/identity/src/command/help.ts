import { COMMON_OPTIONS, type Command, type OptionShape, optionsOf } from './command.ts'

/** The usage of a command, in one line. */
export function usageOf(command: Command): string {
  const options = Object.entries(optionsOf(command)).map(([name, shape]) => optionUsage(name, shape))
  return ['portico', command.words, ...command.operands, ...options].join(' ')
}

/** The help about one command. */
export function helpOn(command: Command): readonly string[] {
  const options = Object.entries(optionsOf(command)).map(
    ([name, { value, meaning }]) => [`--${name} ${value}`.trim(), meaning] as const,
  )
  const rows = [...options, ['--json', COMMON_OPTIONS.json.meaning] as const]
  const width = Math.max(...rows.map(([name]) => name.length))
  return [
    `${command.summary}.`,
    '',
    `Usage: ${usageOf(command)}`,
    '',
    ...rows.map(([name, meaning]) => `  ${name.padEnd(width)}  ${meaning}`),
  ]
}

/** A list of commands under a heading. */
export function helpOnAll(commands: readonly Command[]): readonly string[] {
  const rows = commands.map(
    (command) => [[command.words, ...command.operands].join(' '), command.summary] as const,
  )
  const width = Math.max(...rows.map(([name]) => name.length))
  return [
    'Usage: portico COMMAND [--json]',
    '',
    ...rows.map(([name, summary]) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    'Help for one command: portico help COMMAND',
  ]
}

function optionUsage(name: string, { kind, value, need }: OptionShape): string {
  const more = kind === 'texts' ? '…' : ''
  const written = kind === 'flag' ? `--${name}` : `--${name} ${value}${more}`
  return need === 'optional' ? `[${written}]` : written
}
