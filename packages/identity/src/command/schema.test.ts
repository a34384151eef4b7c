import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import type { RehearsedTable } from '../distribution/index.ts'
import type { Schema } from '../platform/operation.ts'
import { allAnswers, answerOf, documentOfOne, lineOf, type SchemaDocument } from './answer-schema.ts'
import type { Command } from './command.ts'
import { COMMANDS } from './commands.ts'
import { plannedJson } from './distribute.ts'
import { requireAnswer, requireLines } from './fitting-answer.fixture.ts'
import { portico } from './portico.fixture.ts'

const ajv = new Ajv2020({ strict: true })
const ANSWERS = await allAnswers(COMMANDS)

async function schema(...args: readonly string[]) {
  return (await portico({}, ['schema', ...args])).json<SchemaDocument>()
}

// proves: command-answers
describe('portico schema', () => {
  test('prints the schema of what a command answers, with the shapes that it refers to', async () => {
    const printed = await schema('citizen', 'show')
    expect(printed).toMatchObject({ title: 'portico citizen show', $ref: '#/$defs/ShownCitizen' })
    expect(Object.keys(printed.$defs)).toEqual(['Suspension', 'ShownCitizen'])
    expect(await schema('citizen show', '--json')).toEqual(printed)
  })

  test('without a command prints one document, in which every command stands', async () => {
    const printed = await schema()
    expect(Object.keys(printed.$defs)).toEqual(expect.arrayContaining(ANSWERS.map(({ name }) => name)))
    ajv.compile(printed)
    for (const { name } of ANSWERS) ajv.compile({ ...printed, $ref: `#/$defs/${encodeURIComponent(name)}` })
  })

  test('--line prints that of one line', async () => {
    expect(await schema('audit', '--line')).toMatchObject({ $ref: '#/$defs/Event' })
    expect(await schema('audit')).toMatchObject({ type: 'array', items: { $ref: '#/$defs/Event' } })
  })

  test('of an act on a citizen has what it did, what it would do, and that it waits', async () => {
    const { oneOf = [] } = await schema('citizen', 'close')
    expect(oneOf.map(({ $ref }) => $ref)).toEqual(
      ['ChangedCitizen', 'Forecast', 'WaitingAnswer'].map((title) => `#/$defs/${title}`),
    )
  })

  test('--refusal prints that of what is said in place of an answer, for every command', async () => {
    expect(await schema('--refusal')).toMatchObject({ title: 'portico refusal', $ref: '#/$defs/Refusal' })
    expect(Object.keys((await schema()).$defs)).toContain('refusal')
    const ran = await portico({}, ['schema', 'audit', '--refusal', '--json'])
    expect([ran.exitCode, ran.refusal().says]).toEqual([2, expect.stringContaining('give --refusal alone')])
  })

  test('needs no setting and no database', async () => {
    expect(await portico({ PORTICO_DATABASE_URL: 'nonsense' }, ['schema', 'keys', 'list'])).toMatchObject({
      exitCode: 0,
      err: '',
    })
  })

  test.each([
    [['citizen', 'shwo'], "There is no command 'citizen shwo'. Did you mean 'citizen show'?", 2],
    [['citizen'], 'The command is not complete. Use one of: citizen show,', 2],
    [['citizen', 'show', 'ana'], "There is no command 'citizen show ana'. Did you mean 'citizen show'?", 2],
    [['--line'], 'The command is missing.', 2],
    [['audit', '--lines'], 'Did you mean --line?', 2],
    [['serve'], 'portico serve answers nothing, so it has no schema.', 1],
    [['citizen', 'show', '--line'], 'portico citizen show writes no JSON lines.', 1],
  ] as const)('%s is refused: %s', async (words, says, exitCode) => {
    const ran = await portico({}, ['schema', ...words])
    expect(ran).toMatchObject({ exitCode, out: '' })
    expect(ran.err).toContain(says)
  })
})

// proves: command-answers
describe('the schemas', () => {
  test.each(ANSWERS.map((answer) => [answer.name, answer] as const))('of %s is strict', (_, answer) => {
    ajv.compile(documentOfOne(answer))
    expect(openIn(answer.schema)).toEqual(answer.name === 'schema' ? ['JsonSchema', '$defs'] : [])
  })

  test('are there for every command but those that write all themselves', async () => {
    const none = COMMANDS.filter(({ answers }) => answers === 'nothing').map(({ words }) => words)
    expect(none).toEqual(['serve', 'console', 'dev'])
    const described = await Promise.all(COMMANDS.map(async (command) => (await answerOf(command))?.name))
    expect(described.filter((name) => name !== undefined)).toHaveLength(COMMANDS.length - none.length)
    const lines = await Promise.all(COMMANDS.map(lineOf))
    expect(lines.flatMap((line) => line?.name ?? [])).toEqual(
      expect.arrayContaining(['audit export, one line in each file', 'audit, one line with --follow']),
    )
  })
})

/** The objects in which anything may stand. */
function openIn(schema: Schema, name = schema.title ?? ''): readonly string[] {
  const { type, properties = {}, additionalProperties: others, items, oneOf = [] } = schema
  const isOpen = type === 'object' && (others ? Object.keys(others).length === 0 : !schema.properties)
  return [
    ...(isOpen ? [name] : []),
    ...Object.entries(properties).flatMap(([part, one]) => openIn(one, one.title ?? part)),
    ...[...(items ? [items] : []), ...(others ? [others] : []), ...oneOf].flatMap((one) => openIn(one)),
  ]
}

describe('the runner of the tests', () => {
  // proves: command-answers
  test.each([
    [
      'more than its schema names',
      { name: 'x', role: 'reader', more: 1 },
      'additional properties {"additionalProperty":"more"}',
    ],
    ['less', { name: 'x' }, "must have required property 'role'"],
    ['another value', { name: 'x', role: 'king' }, '/role must be equal to one of the allowed values'],
    ['another type', { name: 1, role: 'reader' }, '/name must be string'],
  ])('refuses an answer that has %s', async (_, json, says) => {
    await requireAnswer('operator remove', { name: 'x', role: 'reader' })
    await expect(requireAnswer('operator remove', json)).rejects.toThrow(says)
  })

  test('refuses an answer and a line of a command that says it has none', async () => {
    await expect(requireAnswer('serve', {})).rejects.toThrow('portico serve has no schema of what it wrote')
    const [show] = COMMANDS.filter(({ words }) => words === 'citizen show')
    await expect(requireLines(show as Command, ['{}'])).rejects.toThrow('no schema of what it wrote')
  })

  // A server with Citus is not everywhere.
  test.each([
    ['', ['citizens']],
    [' --plan', [plannedJson({ table: 'citizens', rows: 3, placement: 'copied', isDistributed: false })]],
    [' --dry-run', [{ table: 'citizens', before: 3, after: 3 } satisfies RehearsedTable]],
  ])('takes what portico distribute%s answers', async (_, json) => {
    await requireAnswer('distribute', json)
    await expect(requireAnswer('distribute', [...json, {}])).rejects.toThrow('/1')
  })

  test.each([['man'], ['completion bash'], ['completion zsh']])(
    'sees what portico %s answers',
    async (words) => {
      const ran = await portico({}, [...words.split(' '), '--json'])
      expect(ran.exitCode).toBe(0)
      await requireAnswer(words.split(' ')[0] ?? '', ran.json())
    },
  )
})
