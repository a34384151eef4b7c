import type { Command, CommandOptions } from './command.ts'

/** The option of every command that answers. */
const JSON_OPTION: CommandOptions = {
  json: { value: '', meaning: 'answer in JSON, and refuse in JSON on the standard error' },
}

/** The options of a command that the command line is read by. */
export function optionsOf({ options, answers }: Command): CommandOptions {
  return { ...(options === 'own' ? {} : options), ...(answers ? JSON_OPTION : {}) }
}

/** How a command is called, in one line. */
export function usageOf(name: string, command: Command): string {
  const options = Object.entries(optionsOf(command)).map(
    ([option, { value }]) => `[--${option}${after(value)}]`,
  )
  return [name, command.name, ...(command.options === 'own' ? ['[OPTION…]'] : options)].join(' ')
}

/** The help about one command. */
export function helpOn(name: string, command: Command): readonly string[] {
  const rows = Object.entries(optionsOf(command)).map(
    ([option, { value, meaning }]) => [`--${option}${after(value)}`, meaning] as const,
  )
  return [`Usage: ${usageOf(name, command)}`, '', `  ${command.summary}`, '', ...aligned(rows)]
}

/** The list of all commands. */
export function helpOnAll(name: string, commands: readonly Command[]): readonly string[] {
  return [
    `Usage: ${name} COMMAND [--json]`,
    '',
    ...aligned(commands.map((command) => [command.name, command.summary])),
    '',
    `Help for one command: ${name} COMMAND --help`,
  ]
}

const after = (value: string): string => (value === '' ? '' : ` ${value}`)

function aligned(rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(0, ...rows.map(([first]) => first.length))
  return rows.map(([first, meaning]) => `  ${first.padEnd(width)}  ${meaning}`)
}
