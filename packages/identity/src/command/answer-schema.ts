import type { Schema } from '../platform/operation.ts'
import { collectComponents, type WrittenSchema } from '../platform/schema-components.ts'
import type { Command } from './command.ts'

/** A document in JSON Schema (dialect 2020-12), with the shapes that it refers to. */
export interface SchemaDocument extends WrittenSchema {
  readonly $schema: string
  readonly $defs: Readonly<Record<string, WrittenSchema>>
}

/** What a command answers, or one line of what it writes. */
export interface DescribedAnswer {
  /** The words of the command; behind them, where its lines go. */
  readonly name: string
  readonly schema: Schema
}

const DIALECT = 'https://json-schema.org/draft/2020-12/schema'

/** The schema of what a command answers with `--json`. Undefined where it writes no answer. */
export async function answerOf(command: Command): Promise<DescribedAnswer | undefined> {
  const { answers, words } = command
  if (answers === 'nothing') return undefined
  const schema = await answers()
  if (command.asks !== 'who-why-and-yes') return { name: words, schema }
  const { NOT_DONE } = await import('./act-on-citizen.ts')
  return { name: words, schema: { oneOf: [schema, ...NOT_DONE] } }
}

/** The schema of one line of what it writes in JSON lines. Undefined where it writes none. */
export async function lineOf(command: Command): Promise<DescribedAnswer | undefined> {
  const lines = 'lines' in command ? command.lines : undefined
  return lines && { name: `${command.words}, one line ${lines.where}`, schema: await lines.schema() }
}

/** The schema of what any command prints with `--json` where it answers nothing. */
export async function refusal(): Promise<DescribedAnswer> {
  return { name: 'refusal', schema: (await import('./refusal-schema.ts')).REFUSAL }
}

/** The schemas of all commands, in the order of the help, and that of a refusal. */
export async function allAnswers(commands: readonly Command[]): Promise<readonly DescribedAnswer[]> {
  const described = await Promise.all(commands.flatMap((command) => [answerOf(command), lineOf(command)]))
  return [...described.filter((one) => one !== undefined), await refusal()]
}

/** The document of one. */
export function documentOfOne({ name, schema }: DescribedAnswer): SchemaDocument {
  const { write, schemas } = collectShapes()
  const written = write(schema)
  return { $schema: DIALECT, title: `portico ${name}`, ...written, $defs: schemas }
}

/** One document of all: each stands in `$defs` under the words of its command, beside the shapes. */
export function documentOfAll(answers: readonly DescribedAnswer[]): SchemaDocument {
  const { write, schemas } = collectShapes()
  const all = answers.map(({ name, schema }) => [name, write(schema)] as const)
  return {
    $schema: DIALECT,
    title: 'What the commands of portico answer with --json',
    $defs: { ...schemas, ...Object.fromEntries(all) },
  }
}

function collectShapes() {
  return collectComponents({ place: '#/$defs/', others: 'refused' })
}
