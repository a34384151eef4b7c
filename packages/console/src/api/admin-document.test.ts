import { readFile } from 'node:fs/promises'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OPERATORS } from '../../../identity/src/command/operator.ts'
import { ENTRY } from '../../../identity/src/operators/index.ts'
import { addCitizen, addProgram, signIn } from '../../../identity/testing/people.ts'
import { type ConsoleStage, startStage } from '../../testing/console-stage.ts'
import { type Answered, addMachine, askApi, type Machine } from '../../testing/machine.ts'
import { startOrders } from '../../testing/orders.ts'
import { API_REFUSALS } from './api-refusal.ts'
import { API_OPERATIONS } from './api-routes.ts'

let stage: ConsoleStage
let document: Answered['body']
beforeAll(async () => {
  stage = await startStage()
  document = (await askApi(stage, '/openapi.json', {})).body
})
afterAll(() => stage.close())

// proves: api-document-true
test('a linter finds nothing in the document, which needs no key', async () => {
  const config = await createConfig({
    extends: ['recommended-strict'],
    // The addresses of a test are on this machine.
    rules: { 'no-server-example.com': 'off' },
  })
  const problems = await lintFromString({ source: JSON.stringify(document), config })
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([])
  expect(Object.keys(document.paths)).toHaveLength(API_OPERATIONS.length)
})

const ajv = new Ajv2020({ strict: false })
/** What is compiled already, by the schemas of the document. */
const compiled = new WeakMap<object, ValidateFunction>()

/** Whether a value is what the document says; the references lead into the document. */
function faultsOf(schema: object, value: unknown): unknown {
  const validate = compiled.get(schema) ?? ajv.compile({ ...schema, components: document.components })
  compiled.set(schema, validate)
  return validate(value) ? null : validate.errors
}

const answerSchema = (path: string, method: string, status: number) =>
  document.paths[path][method].responses[status]?.content['application/json'].schema

test('every operation answers what the document says', async () => {
  const orders = startOrders(stage)
  try {
    const citizen = await addCitizen(stage.service)
    const { clientId } = await addProgram(stage.service)
    await signIn(stage.service.browser(), citizen)
    const machine = await addMachine(stage, 'administrator')
    const why = { ticket: 'T-1', reason: 'a test' }
    const bodies: Readonly<Record<string, unknown>> = {
      '/search': { who: citizen.email },
      '/audit': { most: 5 },
      '/citizens/{subject}/uncover': why,
      '/citizens/{subject}/acts': { act: 'citizen sign-out', ...why },
      '/acts/{order}/confirm': '',
    }
    await stage.service.database.db.query`
      insert into instances (instance_id, host, process_id, settings, started_at, seen_at)
      values (gen_random_uuid(), 'one', 7, '[{"name":"PORTICO_PORT","value":"4000","given":"environment"},{"name":"PORTICO_SMTP_URL","value":null,"given":"file"}]',
              to_timestamp(${stage.service.clock.now()}), to_timestamp(${stage.service.clock.now()}))`
    let order = ''
    const seen: unknown[] = []
    for (const { path, method, operationId } of API_OPERATIONS) {
      const places = [citizen.subject, order, clientId]
      const address = ['{subject}', '{order}', '{client_id}'].reduce(
        (text, name, index) => text.replace(name, places[index] ?? ''),
        path,
      )
      const once = { 'idempotency-key': `"the request ${operationId}"` }
      const answer = await machine.ask(address, bodies[path], once)
      order = answer.body.order_id ?? order
      const schema = answerSchema(path, method.toLowerCase(), answer.status)
      expect([operationId, answer.status, faultsOf(schema, answer.body)]).toEqual([operationId, 200, null])
      seen.push(...(answer.body.settings ?? []))
      expect([operationId, faultsOf(schema, {})]).not.toEqual([operationId, null])
    }
    expect(seen).toHaveLength(2)
  } finally {
    await orders.stop()
  }
})

test.each([
  ['/search', {}, 400],
  ['/search', { who: 'a', more: 1 }, 400],
  ['/citizens/x', undefined, 404],
  ['/today?x', undefined, 400],
])('a refusal of %s is in the document', async (path, body, status) => {
  const answer = await (await addMachine(stage, 'support')).ask(path, body)
  expect(answer.status).toBe(status)
  const place = path.replace('/x', '/{subject}').replace('?x', '')
  const method = body === undefined ? 'get' : 'post'
  expect(faultsOf(answerSchema(place, method, status), answer.body)).toBeNull()
  expect(document.paths[place][method].responses[status].description).toContain(`\`${answer.body.code}\``)
})

/** Sends a body, and compares what the API says of it with the schema. */
async function compare(machine: Machine, path: string, sent: unknown): Promise<void> {
  const schema = document.paths[path].post.requestBody.content['application/json'].schema
  const answer = await machine.ask(path.replace('{subject}', 'x'), sent)
  const { code } = answer.body
  if (faultsOf(schema, sent)) expect([path, sent, answer.status]).toEqual([path, sent, 400])
  else
    expect([path, sent, code]).not.toEqual([path, sent, expect.stringMatching(/^(?:missing|unknown)_field$/)])
}

const VALUES = [
  '',
  'a',
  'x'.repeat(400),
  'a@example.test',
  0,
  1,
  200,
  201,
  1.5,
  null,
  true,
  {},
  [],
  { cause: 'x' },
  { cause: 1 },
]
const NAMES = ['who', 'most', 'event', 'next', 'ticket', 'reason', 'act', 'options', 'other']

test.each(API_OPERATIONS.filter(({ body }) => body))(
  '$path refuses what does not fit its schema in the document, and misses nothing in what does',
  async ({ path, body }) => {
    const machine = await addMachine(stage, 'administrator')
    const why = path.includes('{') ? { ticket: 'T', reason: 'r' } : {}
    const base = { ...why, ...(path.endsWith('acts') && { act: 'citizen sign-out' }) }
    await compare(machine, path, base)
    for (const [name, value] of NAMES.flatMap((one) => VALUES.map((other) => [one, other] as const)))
      await compare(machine, path, { ...base, [name]: value })
    expect(body?.additionalProperties).toBe(false)
  },
)

test('each code is in the answer of an operation, or comes before one is known', () => {
  const said = JSON.stringify(document.paths)
  const missing = Object.keys(API_REFUSALS).filter((code) => !said.includes(`\`${code}\``))
  expect(missing).toEqual(['method_not_allowed'])
})

test('the reference page has a row for each operation, with its role, and no other', async () => {
  const page = await readFile(new URL('../../../../docs/reference/console-api.md', import.meta.url), 'utf8')
  const rows = [...page.matchAll(/^\| `([A-Z]+ \/\S*)` \| (\w+)/gm)].map(([, operation, role]) => [
    operation,
    role,
  ])
  const known = API_OPERATIONS.map(({ method, path, role }) => [`${method} ${path}`, role])
  expect(rows.sort()).toEqual(known.sort())
})

test('who may enter has one meaning, in the document and in the answers of the command', () => {
  const { kept_out: wanted } = ENTRY
  expect(JSON.stringify(OPERATORS)).toContain(JSON.stringify(wanted))
  expect(document.components.schemas.Operator.properties.kept_out).toEqual(wanted)
})
