import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { SignedIn } from '../../packages/program/src/testing/index.ts'
import { signInThrough } from '../../packages/program/src/testing/index.ts'
import { BASE, type TestProgram, testProgram } from '../../packages/program/testing/program.ts'
import { INSIDE } from './target.ts'

let program: TestProgram
let pair: SignedIn

beforeAll(async () => {
  program = testProgram({ throttle: false })
  const ana = program.identity.addCitizen({ email: 'ana@example.test' })
  pair = await signInThrough(program.sso, program.identity, ana)
})

const RUNS = { numRuns: 400 }
const PATHS = 'begin/ callback/ exchange/ refresh/ status/ logout/ config config/ begin nothing/'.split(' ')
const NAMES =
  'return_uri code_challenge link code code_verifier refresh_token rotation_id __proto__ constructor toString'.split(
    ' ',
  )

const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 60 }), fc.constantFrom(...NASTY()))
const value = fc.oneof(
  text,
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(`${BASE}/signed-in`, 'A'.repeat(43)),
)
/** Fields written by hand, so that a name can come twice. */
const written = fc
  .array(fc.tuple(fc.oneof(fc.constantFrom(...NAMES), text), value), { maxLength: 6 })
  .map(
    (fields) =>
      `{${fields.map(([name, each]) => `${JSON.stringify(name)}:${JSON.stringify(each)}`).join(',')}}`,
  )
const body = fc.oneof(
  written.map((json) => Buffer.from(json)),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  fc.tuple(written, fc.nat(200)).map(([json, cut]) => Buffer.from(json).subarray(0, cut)),
)

function NASTY(): readonly string[] {
  return [
    '',
    ' ',
    '\0',
    '%00',
    '../',
    '//evil.example.test',
    'javascript:1',
    '<script>',
    'ppa_',
    'ppr_',
    'ssoc_',
  ]
}

const headerText = fc.stringMatching(/^[\x20-\x7e\xa0-\xff]{0,60}$/).map((each) => each.trim())

/** Sends any request and returns its answer, which must not be a fault of the program. */
async function ask(request: {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly body: Buffer
  readonly headers: Readonly<Record<string, string>>
}): Promise<void> {
  const { method, path, query, headers } = request
  const address = `${BASE}/api/v1/sso/${path}${query === '' ? '' : `?${encodeURI(query)}`}`
  const sent = method === 'GET' || method === 'HEAD' ? {} : { body: new Uint8Array(request.body) }
  const answer = await program.sso.handle(new Request(address, { method, headers, ...sent }), {
    ip: '192.0.2.1',
  })
  if (!answer) return
  expect(answer.status).toBeGreaterThanOrEqual(200)
  expect(answer.status).toBeLessThan(500)
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  const location = answer.headers.get('location')
  // A callback that nobody knows leads to its own address, without what came with it.
  if (location !== null && location !== `${BASE}/api/v1/sso/callback/`)
    expect(location.startsWith(`${BASE}/signed-in`)).toBe(true)
  expect(await answer.text()).not.toMatch(INSIDE)
}

// proves: threat-malformed-input
test('whatever is sent to a program is answered or refused: never a fault of ours, never a way out', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        method: fc.constantFrom('GET', 'POST', 'POST', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD'),
        path: fc.constantFrom(...PATHS),
        query: fc.oneof(
          fc.constant(''),
          text.map((each) => each.toWellFormed()),
          fc
            .tuple(fc.constantFrom('state', 'code', 'error', 'iss'), text)
            .map((pair) => pair.join('=').toWellFormed()),
        ),
        body,
        headers: fc.record({
          'content-type': fc.oneof({ weight: 3, arbitrary: fc.constant('application/json') }, headerText),
          authorization: fc.oneof(
            fc.constant(''),
            headerText.map((each) => `Bearer ${each}`.trim()),
            headerText,
          ),
          origin: fc.oneof(fc.constant(BASE), headerText),
        }),
      }),
      ask,
    ),
    RUNS,
  )
})

test('a form of a request that a program reads in one way only: whatever name comes twice, it is refused', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...NAMES), value, value, async (name, first, second) => {
      const good = { return_uri: `${BASE}/signed-in`, code_challenge: 'A'.repeat(43) }
      const rest = Object.entries(good)
        .filter(([each]) => each !== name)
        .map(([each, text]) => `${JSON.stringify(each)}:${JSON.stringify(text)}`)
      const twice = [first, second].map((each) => `${JSON.stringify(name)}:${JSON.stringify(each)}`)
      const answer = await program.ask('POST', 'begin/', { body: `{${[...rest, ...twice].join(',')}}` })
      expect(answer.status).toBe(400)
    }),
    RUNS,
  )
})

// proves: threat-foreign-token-at-program
test('a bearer that is bent in any one place opens nothing, and nobody is signed out by it', async () => {
  const { accessToken } = pair
  await fc.assert(
    fc.asyncProperty(
      fc.nat(accessToken.length - 1),
      fc.constantFrom(...'ABab01-_=+/ .~'),
      fc.constantFrom('change', 'add', 'remove'),
      async (at, letter, way) => {
        const tail = accessToken.slice(way === 'add' ? at : at + 1)
        const bearer = accessToken.slice(0, at) + (way === 'remove' ? '' : letter) + tail
        fc.pre(bearer.trim() !== accessToken)
        const answer = await program.ask('GET', 'status/', { bearer })
        expect(answer.status).toBe(401)
      },
    ),
    RUNS,
  )
  expect((await program.ask('GET', 'status/', { bearer: accessToken })).status).toBe(200)
})
