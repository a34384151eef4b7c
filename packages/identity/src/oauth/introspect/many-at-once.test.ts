import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCitizen, addProgram, type TestClient } from '../../../testing/people.ts'
import { enterProgram, introspect, postForm, type TokenReply } from '../../../testing/program-flow.ts'
import { startTestService, type TestService } from '../../../testing/test-service.ts'

const PATH = '/api/integrations/introspect/'

let service: TestService
let program: TestClient
let other: TestClient

beforeAll(async () => {
  service = await startTestService()
  program = await addProgram(service)
  other = await addProgram(service, { name: 'Other' })
})
afterAll(() => service.close())

// proves: threat-table-growth
test('of 200 at once each gets its own answer, though they share statements', async () => {
  const people = await Promise.all(Array.from({ length: 5 }, () => addCitizen(service)))
  const mixed: { client: TestClient; token: string; sub: string | undefined }[] = []
  for (const who of people) {
    const { tokens, browser } = await enterProgram(service, program, who)
    const elsewhere = await enterProgram(service, other, browser)
    mixed.push({ client: program, token: tokens.access_token, sub: who.subject })
    mixed.push({ client: other, token: elsewhere.tokens.access_token, sub: who.subject })
    mixed.push({ client: other, token: tokens.access_token, sub: undefined })
    mixed.push({ client: program, token: tokens.refresh_token, sub: undefined })
    mixed.push({ client: program, token: `pat_${'A'.repeat(64)}`, sub: undefined })
  }
  const asked = Array.from({ length: 200 }, (_, index) => mixed[(index * 7) % mixed.length])
  const answers = await Promise.all(
    asked.map((each) => (each ? introspect(service, each.client, each.token) : undefined)),
  )
  expect(answers.map((answer) => answer?.['sub'])).toEqual(asked.map((each) => each?.sub))
  for (const [index, answer] of answers.entries()) {
    const expected = asked[index]
    if (expected?.sub === undefined) expect(answer).toEqual({ active: false })
    else expect(answer).toMatchObject({ active: true, client_id: expected.client.clientId })
  }
})

// proves: rfc7662-4-not-from-memory
test('a token that dies among a hundred questions is never told alive after its end was answered', async () => {
  const { tokens } = await enterProgram(service, program, await addCitizen(service))
  const before = Array.from({ length: 50 }, () => introspect(service, program, tokens.access_token))
  const revoked = await postForm(
    service,
    '/o/revoke/',
    { token: tokens.access_token },
    { authorization: program.basic },
  )
  expect(revoked.status).toBe(200)
  const after = await Promise.all(
    Array.from({ length: 50 }, () => introspect(service, program, tokens.access_token)),
  )
  expect(after).toEqual(after.map(() => ({ active: false })))
  await Promise.all(before)
})

// proves: contract-4.1-introspect-429, contract-7-introspect-429, contract-8-introspect-1500, design-7.25-oauth-errors
test('1500 an address in a minute, then 429 with an OAuth error (contract 4.1 and 8)', async () => {
  const plain = await addProgram(service, { name: 'Plain', introspectionLimitPerMinute: null })
  const ask = () => postForm(service, PATH, { token: 'garbage' }, { authorization: plain.basic })
  const answers: TokenReply[] = []
  for (let round = 0; round < 16; round += 1) {
    answers.push(...(await Promise.all(Array.from({ length: 100 }, ask))))
  }
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1500)
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(100)
  expect(refused[0]?.body).toEqual({
    error: 'temporarily_unavailable',
    error_description: expect.any(String),
  })
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await introspect(service, program, 'garbage'))['active']).toBe(false)
  service.clock.advance(60)
  expect((await ask()).status).toBe(200)
})

test('a program with an allowance of its own is counted by itself', async () => {
  const own = await addProgram(service, { name: 'Own', introspectionLimitPerMinute: 4 })
  const ask = () => postForm(service, PATH, { token: 'garbage' }, { authorization: own.basic })
  const answers = await Promise.all(Array.from({ length: 6 }, ask))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 429, 429])
  expect((await introspect(service, program, 'garbage'))['active']).toBe(false)
})
