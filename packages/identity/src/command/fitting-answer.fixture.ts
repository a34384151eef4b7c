import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { answerOf, type DescribedAnswer, documentOfOne, lineOf, refusal } from './answer-schema.ts'
import type { Command } from './command.ts'
import { COMMANDS } from './commands.ts'
import { findNamed } from './find-command.ts'

const AJV = new Ajv2020({ strict: true, allErrors: true })
const validators = new Map<string, ValidateFunction>()

/** Compares what a command answered with its schema. Throws where it does not fit. */
export async function requireFit(command: Command, json: unknown): Promise<void> {
  requireFitting(await answerOf(command), command, json)
}

/** Compares lines that a command wrote with the schema of one. Throws where one does not fit. */
export async function requireLines(command: Command, lines: readonly string[]): Promise<void> {
  const described = await lineOf(command)
  for (const line of lines) requireFitting(described, command, JSON.parse(line))
}

/** Compares what was said on the standard error in place of an answer with its schema. Throws where it does not fit. */
export async function requireRefusal(err: string): Promise<void> {
  requireFitting(await refusal(), { words: '--json' }, JSON.parse(err.split('\n').at(-1) ?? ''))
}

/** The same for an answer of the command with these words that no command line has given. */
export async function requireAnswer(words: string, json: unknown): Promise<void> {
  return requireFit(named(words), json)
}

/** The same for each line of a file that it wrote. Returns how many there are. */
export async function requireFile(words: string, path: string): Promise<number> {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  await requireLines(named(words), lines)
  return lines.length
}

const named = (words: string) => findNamed(COMMANDS, words.split(' '))

function requireFitting(
  described: DescribedAnswer | undefined,
  { words }: Pick<Command, 'words'>,
  json: unknown,
): void {
  if (!described) throw new Error(`portico ${words} has no schema of what it wrote`)
  const fits = validatorOf(described)
  // Undefined is not printed, and a value may be printed in another form.
  const printed: unknown = JSON.parse(JSON.stringify(json))
  if (fits(printed)) return
  const faults = (fits.errors ?? []).map(({ instancePath, message, params }) =>
    [instancePath || '/', message, JSON.stringify(params)].join(' '),
  )
  throw new Error(
    [
      `The schema of portico ${described.name} does not fit its answer:`,
      ...faults,
      JSON.stringify(printed),
    ].join('\n'),
  )
}

function validatorOf(described: DescribedAnswer): ValidateFunction {
  const known = validators.get(described.name)
  if (known) return known
  const compiled = AJV.compile(documentOfOne(described))
  validators.set(described.name, compiled)
  return compiled
}
