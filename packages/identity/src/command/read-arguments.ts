import { type ParseArgsConfig, parseArgs } from 'node:util'
import { nearest } from '../platform/nearest.ts'
import { COMMON_OPTIONS, type Command, type Given, optionsOf, SOME_COMMAND, UsageFault } from './command.ts'

/** What every command gets from its command line. */
export interface Arguments {
  readonly given: Given
  readonly asJson: boolean
  readonly wantsHelp: boolean
}

type Parsed = ReturnType<typeof parse>
type Token = NonNullable<Parsed['tokens']>[number]

/** Reads the words after the command's name. Throws UsageFault about the first one that does not fit. */
export function readArguments(command: Command, args: readonly string[]): Arguments {
  const parsed = parse(command, args)
  const { values } = parsed
  const common = { asJson: values['json'] === true, wantsHelp: values['help'] === true }
  if (common.wantsHelp) return { ...common, given: givenOf({}, {}) }
  const { operands: words, extra } = sortWords(command, parsed.tokens ?? [])
  const operands = command.operands[0] === SOME_COMMAND ? [words.join(' ')] : words
  requireOperands(command, operands)
  requireOptions(command, values)
  requireOnce(command, parsed.tokens ?? [])
  const named = Object.fromEntries(command.operands.map((name, index) => [name, operands[index] ?? '']))
  return { ...common, given: givenOf(named, withExtra(values, extra)) }
}

function parse(command: Command, args: readonly string[]) {
  const own = Object.entries(optionsOf(command)).map(([name, { kind }]) => {
    const type = kind === 'flag' ? ('boolean' as const) : ('string' as const)
    return [name, { type, multiple: kind === 'texts' }] as const
  })
  const common = { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const
  try {
    const options: NonNullable<ParseArgsConfig['options']> = { ...Object.fromEntries(own), ...common }
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true, tokens: true })
  } catch (error) {
    throw new UsageFault(sentenceOf(error) + askAbout(command, args))
  }
}

/** The option that was probably meant by the first one that the command does not have. */
function askAbout(command: Command, args: readonly string[]): string {
  const known = Object.keys({ ...optionsOf(command), ...COMMON_OPTIONS }).map((name) => `--${name}`)
  const written = args.map((word) => word.split('=', 1)[0] ?? '')
  const unknown = written.find((word) => word.startsWith('--') && word !== '--' && !known.includes(word))
  const meant = unknown && nearest(unknown, known, '--')
  return meant ? ` Did you mean ${meant}?` : ''
}

function sentenceOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return `${message.split(/\.\s|\n/)[0]?.replace(/\.$/, '')}.`
}

/**
 * Separates a command's operands from further values of an option with several (`--redirect-uri A B`). There are such
 * values only where more words were given than the command has operands.
 */
function sortWords(command: Command, tokens: readonly Token[]) {
  const operands: string[] = []
  const extra: { readonly option: string; readonly value: string }[] = []
  let surplus = tokens.filter((token) => token.kind === 'positional').length - command.operands.length
  let option = ''
  const options = optionsOf(command)
  for (const token of tokens) {
    if (token.kind === 'option') option = options[token.name]?.kind === 'texts' ? token.name : ''
    if (token.kind !== 'positional') continue
    if (surplus > 0 && option !== '') {
      extra.push({ option, value: token.value })
      surplus -= 1
    } else operands.push(token.value)
  }
  return { operands, extra }
}

function requireOperands(command: Command, operands: readonly string[]): void {
  const missing = command.operands[operands.length]
  if (missing !== undefined) throw new UsageFault(`${missing} is missing.`)
  const surplus = operands[command.operands.length]
  if (surplus !== undefined) throw new UsageFault(`Unexpected argument '${surplus}'.`)
  const empty = operands.findIndex(
    (operand, at) => operand.trim() === '' && command.operands[at] !== SOME_COMMAND,
  )
  if (empty >= 0) throw new UsageFault(`${command.operands[empty]} is empty.`)
}

function requireOptions(command: Command, values: Parsed['values']): void {
  const option = Object.entries(optionsOf(command)).find(
    ([name, { need }]) => need === 'required' && values[name] === undefined,
  )
  if (option) throw new UsageFault(`--${option[0]} ${option[1].value} is missing.`)
}

function requireOnce(command: Command, tokens: readonly Token[]): void {
  const seen = new Set<string>()
  const options = optionsOf(command)
  for (const token of tokens) {
    if (token.kind !== 'option' || options[token.name]?.kind !== 'text') continue
    if (seen.has(token.name)) throw new UsageFault(`--${token.name} is given more than once.`)
    seen.add(token.name)
  }
}

function withExtra(
  values: Parsed['values'],
  extra: readonly { option: string; value: string }[],
): Parsed['values'] {
  const all: Parsed['values'] = { ...values }
  for (const { option, value } of extra) all[option] = [...asTexts(all[option]), value]
  return all
}

function asTexts(value: Parsed['values'][string]): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

function givenOf(operands: Readonly<Record<string, string>>, values: Parsed['values']): Given {
  return {
    operand: (name) => operands[name] ?? '',
    flag: (name) => values[name] === true,
    text: (name) => {
      const value = values[name]
      return typeof value === 'string' ? value : undefined
    },
    texts: (name) => asTexts(values[name]),
  }
}
