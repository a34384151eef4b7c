import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enterProgram, newAttempt, obtainCode } from '../../packages/identity/testing/program-flow.ts'
import { answerChecks, compilerOf } from './answer-checks.ts'
import { endpointsOf, resolved, type Schema } from './document.ts'
import { EXAMPLE_BASE_URL, type Example, type Examples, examplesOf, IDENTIFIERS } from './examples.ts'
import { causeEveryAnswer } from './identity-exchanges.ts'
import { type IdentityStage, openIdentityStage } from './identity-stage.ts'

/** The examples of the page; made by this test (PORTICO_WRITE_EXAMPLES=1 writes them anew). */
const EXAMPLES = new URL('../../packages/identity/src/api-document/examples.json', import.meta.url)

/** What stands for the identifiers of a citizen and of a session. */
const UUIDS = Object.values(IDENTIFIERS)

let stage: IdentityStage
let made: Examples
let kept: Examples

beforeAll(async () => {
  stage = await openIdentityStage()
  made = examplesOf(stage.document, await causeEveryAnswer(stage), [
    [stage.service.baseUrl, EXAMPLE_BASE_URL],
    [stage.program.clientId, 'pJ4vQ9sZk2nT7xWcB5mLr8Hd'],
    [stage.citizen.email, 'ana@example.test'],
  ])
  if (process.env['PORTICO_WRITE_EXAMPLES'] === '1')
    await writeFile(EXAMPLES, `${JSON.stringify({ baseUrl: EXAMPLE_BASE_URL, operations: made }, null, 2)}\n`)
  kept = JSON.parse(await readFile(EXAMPLES, 'utf8')).operations
})
afterAll(() => stage?.close())

/** The answer that an example shows. A header of HTTP has no character such as …, so its value is encoded. */
function shownAnswer({ answer }: Example): Response {
  const [head = '', ...rest] = answer.split('\n\n')
  const [first = '', ...headers] = head.split('\n')
  const status = Number(first.split(' ')[1])
  const pairs = headers.map((line): [string, string] => {
    const at = line.indexOf(': ')
    return [line.slice(0, at), encodeURI(line.slice(at + 2))]
  })
  const body = rest.join('\n\n')
  return new Response(status === 304 ? null : body, { status, headers: pairs })
}

/** Every example with its operation. */
const everyExample = () =>
  endpointsOf(stage.document).flatMap(({ method, path, operation }) =>
    (kept[operation.operationId] ?? []).map((example) => ({ method, path, operation, example })),
  )

// proves: document-examples
test('the examples are what the service answers today (PORTICO_WRITE_EXAMPLES=1 writes them)', () => {
  expect(kept).toEqual(made)
})

// proves: document-examples
test('every answer of every operation has an example, which is as described', async () => {
  const checks = answerChecks(stage.document)
  for (const { method, path, example } of everyExample())
    expect(await checks.faultsOf(method, path, shownAnswer(example))).toEqual([])
  expect(checks.missing()).toEqual([])
})

/** The bodies of the examples of each answer, with what the document says about it. */
const everyAnswer = () =>
  endpointsOf(stage.document).flatMap(({ operation: { operationId, responses } }) =>
    Object.entries(responses).map(([status, described]) => {
      const examples = (kept[operationId] ?? []).map(({ answer }) => answer)
      const own = examples.filter((answer) => answer.startsWith(`HTTP/1.1 ${status} `))
      const bodies = own.map((answer) => answer.split('\n\n').slice(1).join('\n\n'))
      return { name: `${operationId} ${status}`, described, bodies }
    }),
  )

// proves: document-examples
test('every code that the description of an answer names has an example', () => {
  const named = everyAnswer().flatMap(({ name, described, bodies }) =>
    (described.description.match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? []).map((code) => ({ name, code, bodies })),
  )
  expect(named.length).toBeGreaterThan(4)
  expect(named.filter(({ code, bodies }) => !bodies.some((body) => body.includes(`"${code}"`)))).toEqual([])
})

// proves: document-examples
test('every form of an answer has an example', () => {
  const compile = compilerOf(stage.document)
  const forms = everyAnswer().flatMap(({ name, described: { content = {} }, bodies }) => {
    const { oneOf = [] } = resolved(stage.document, content['application/json']?.schema ?? {})
    return oneOf.map((form) => ({ name, form, bodies }))
  })
  expect(forms.length).toBeGreaterThan(4)
  const fits = (form: Schema, body: string) => compile(form)(JSON.parse(body))
  expect(forms.filter(({ form, bodies }) => !bodies.some((body) => fits(form, body)))).toEqual([])
})

// proves: document-examples
test('no example has a secret, or anything that is as long as one', () => {
  const long = JSON.stringify(kept).match(/(?<![\w-])(?=[\w-]*\d)[\w-]{25,}/g) ?? []
  expect(long.filter((word) => !UUIDS.includes(word))).toEqual([])
})

/** Answers that come only after something went wrong, or after a citizen has done something. */
const NEED_MORE = ['404', '429', '500', '503', 'authorize 200', 'authorize 403']

// proves: document-examples
test('a shell runs every line, and the status is that of the example', async () => {
  const { program, citizen, service } = stage
  // The requests of an hour ago count no more.
  service.clock.advance(3_600)
  const entered = await enterProgram(service, program, citizen)
  const attempt = newAttempt(program)
  const env = {
    ...{ PATH: process.env['PATH'], CLIENT_ID: program.clientId, CLIENT_SECRET: program.secret },
    ...{ CODE: await obtainCode(entered.browser, attempt), CODE_VERIFIER: attempt.verifier },
    ...{ STATE: attempt.state, NONCE: attempt.nonce },
    CODE_CHALLENGE: attempt.parameters['code_challenge'],
    ...{ ACCESS_TOKEN: entered.tokens.access_token, REFRESH_TOKEN: entered.tokens.refresh_token },
    COOKIE: [...entered.browser.cookies].map((pair) => pair.join('=')).join('; '),
    ETAG: (await fetch(`${service.baseUrl}/api/openapi.json`)).headers.get('etag') ?? '',
  }
  const shown = everyExample().flatMap(({ path, operation, example }) => {
    expect(example.curl).toMatch(EXAMPLE_BASE_URL + path)
    const status = String(shownAnswer(example).status)
    const name = `${operation.operationId.replace('ByForm', '')} ${status}`
    return NEED_MORE.includes(status) || NEED_MORE.includes(name) ? [] : [{ status, curl: example.curl }]
  })
  const lines = shown.map(({ curl }) => curl.replace(EXAMPLE_BASE_URL, service.baseUrl))
  const { stdout } = await promisify(execFile)('bash', ['-c', lines.join("; printf '\\0'\n")], { env })
  const answers = stdout.split('\0').map((answer, at) => `${answer.slice(9, 12)} ${lines[at]}`)
  expect(answers).toEqual(shown.map(({ status }, at) => `${status} ${lines[at]}`))
})
