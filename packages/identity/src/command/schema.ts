import { objectSchema, type Schema, textSchema } from '../platform/operation.ts'
import {
  allAnswers,
  answerOf,
  documentOfAll,
  documentOfOne,
  lineOf,
  refusal,
  type SchemaDocument,
} from './answer-schema.ts'
import { type Answer, type Call, type Command, CommandRefused, SOME_COMMAND, UsageFault } from './command.ts'
import { findNamed } from './find-command.ts'

/** A schema. What may stand in it, its dialect says. */
export const JSON_SCHEMA: Schema = {
  ...objectSchema('JsonSchema', {
    $schema: textSchema('Its dialect, 2020-12.'),
    title: textSchema('Of what it is.'),
    $defs: { type: 'object', description: 'The shapes that it refers to, by their names.' },
  }),
  additionalProperties: {},
}

/** Prints the schema of what a command answers. It opens nothing, and needs no setting. */
export async function schemaCommand({ given }: Call, commands: readonly Command[]): Promise<Answer> {
  const words = given.operand(SOME_COMMAND)
  if (given.flag('refusal') && (given.flag('line') || words !== ''))
    throw new UsageFault('Every command has the same refusal: give --refusal alone.')
  const json = given.flag('refusal')
    ? documentOfOne(await refusal())
    : await documentFor(words, given.flag('line'), commands)
  return { json, lines: JSON.stringify(json, null, 2).split('\n') }
}

async function documentFor(
  words: string,
  isOfLine: boolean,
  commands: readonly Command[],
): Promise<SchemaDocument> {
  const named = words.split(' ').filter((word) => word !== '')
  if (named.length === 0 && !isOfLine) return documentOfAll(await allAnswers(commands))
  const command = findNamed(commands, named)
  const described = await (isOfLine ? lineOf : answerOf)(command)
  if (!described)
    throw new CommandRefused(
      isOfLine
        ? `portico ${command.words} writes no JSON lines.`
        : `portico ${command.words} answers nothing, so it has no schema.`,
    )
  return documentOfOne(described)
}
