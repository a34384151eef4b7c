import { afterAll, beforeAll, expect, test } from 'vitest'
import { addProgram, basic, type TestClient } from '../../../testing/people.ts'
import { postForm, refresh, type TokenReply } from '../../../testing/program-flow.ts'
import { startTestService, type TestService } from '../../../testing/test-service.ts'

let service: TestService
let program: TestClient

beforeAll(async () => {
  service = await startTestService({ environment: { PORTICO_TRUSTED_PROXIES: '127.0.0.1,::1' } })
  program = await addProgram(service, { tokenLimitPerMinute: null })
})
afterAll(() => service.close())

function ask(address: string, headers: Readonly<Record<string, string>> = {}): Promise<TokenReply> {
  const all = { authorization: program.basic, 'x-forwarded-for': address, ...headers }
  return postForm(service, '/o/token/', { grant_type: 'refresh_token', refresh_token: 'garbage' }, all)
}

async function statusesOf(count: number, one: () => Promise<TokenReply>): Promise<Record<number, number>> {
  const answers = await Promise.all(Array.from({ length: count }, one))
  const counted: Record<number, number> = {}
  for (const { status } of answers) counted[status] = (counted[status] ?? 0) + 1
  return counted
}

// proves: contract-4.1-token-429, contract-7-token-429, contract-8-token-120, design-7.25-oauth-errors
test('the 121st token request of an address in a minute is 429 in plain text (contract 4.1 and 8)', async () => {
  expect(await statusesOf(120, () => ask('192.0.2.1'))).toEqual({ 400: 120 })
  const answer = await ask('192.0.2.1')
  expect(answer.status).toBe(429)
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(60)
  expect(answer.body).toEqual({ text: expect.stringContaining('Too many token requests') })
})

// proves: contract-8-token-120
test('of 150 at once exactly 120 are answered', async () => {
  expect(await statusesOf(150, () => ask('192.0.2.2'))).toEqual({ 400: 120, 429: 30 })
})

test('another address is not held up, and this one only until its minute is over', async () => {
  await statusesOf(120, () => ask('192.0.2.3'))
  expect((await ask('192.0.2.4')).status).toBe(400)
  const refused = await ask('192.0.2.3')
  expect(refused.status).toBe(429)
  service.clock.advance(Number(refused.headers.get('retry-after')))
  expect((await ask('192.0.2.3')).status).toBe(400)
})

// proves: rfc6749-2.3.1-brute-force, threat-client-secret
test('requests without or with wrong credentials count too, so that secrets cannot be guessed faster', async () => {
  const wrong = { authorization: basic(program.clientId, 'wrong') }
  expect(await statusesOf(130, () => ask('192.0.2.5', wrong))).toEqual({ 401: 120, 429: 10 })
  expect((await ask('192.0.2.5')).status).toBe(429)
})

// proves: threat-forwarded-for
test('an address that the caller invents does not count: behind the proxy the last hop is the caller', async () => {
  let invented = 0
  const forged = () => ask(`198.51.100.${(invented += 1)}, 192.0.2.6`)
  expect(await statusesOf(125, forged)).toEqual({ 400: 120, 429: 5 })
})

test('a caller is counted by the address alone where the proxy writes ports, quotes or brackets', async () => {
  let port = 0
  const spellings = [
    () => ask(`192.0.2.7:${(port += 1)}`),
    () => ask(`"192.0.2.7:${(port += 1)}"`),
    () => ask(`[::ffff:192.0.2.7]:${(port += 1)}`),
  ]
  let turn = 0
  expect(await statusesOf(126, () => spellings[(turn += 1) % 3]?.() ?? ask(''))).toEqual({ 400: 120, 429: 6 })
  expect((await ask('192.0.2.8:1')).status).toBe(400)
})

test('the addresses of one IPv6 network are one caller, and the next network is another', async () => {
  let last = 0
  const neighbour = () => ask(`2001:db8:1:2::${((last += 1)).toString(16)}`)
  expect(await statusesOf(125, neighbour)).toEqual({ 400: 120, 429: 5 })
  expect((await ask('2001:db8:1:3::1')).status).toBe(400)
})

test('a program with an allowance of its own is not counted by address, nor others by it', async () => {
  const own = await addProgram(service, { name: 'Busy', tokenLimitPerMinute: 5 })
  let last = 0
  const busy = () =>
    postForm(
      service,
      '/o/token/',
      { grant_type: 'refresh_token', refresh_token: 'garbage' },
      { authorization: own.basic, 'x-forwarded-for': `203.0.113.${(last += 1)}` },
    )
  expect(await statusesOf(8, busy)).toEqual({ 400: 5, 429: 3 })
  expect((await ask('203.0.113.1')).status).toBe(400)
  const large = await addProgram(service, { name: 'Large', tokenLimitPerMinute: 500 })
  expect(await statusesOf(300, () => refresh(service, large, 'garbage'))).toEqual({ 400: 300 })
})

test('a wrong secret does not spend the allowance of the program that it names', async () => {
  const own = await addProgram(service, { name: 'Target', tokenLimitPerMinute: 3 })
  const wrong = { ...own, basic: basic(own.clientId, 'wrong') }
  expect(await statusesOf(10, () => refresh(service, wrong, 'garbage'))).toEqual({ 401: 10 })
  expect((await refresh(service, own, 'garbage')).status).toBe(400)
})

test('a wrong secret is in the audit with the address and the request, as of nobody', async () => {
  const own = await addProgram(service, { name: 'Named' })
  const answer = await ask('192.0.2.99', { authorization: basic(own.clientId, 'wrong') })
  expect(answer.status).toBe(401)
  const noted = async () => service.database.db.query`
    select actor, address, request_id is not null as "hasRequest" from audit_events
     where name = 'wrong-client-secret' and client_id = ${own.clientId}`
  await expect.poll(noted).toEqual([{ actor: 'anonymous', address: '192.0.2.99', hasRequest: true }])
})

test('two services count together', async () => {
  const other = await startTestService({
    database: service.database,
    clock: service.clock,
    environment: { PORTICO_TRUSTED_PROXIES: '127.0.0.1,::1' },
  })
  const form = { grant_type: 'refresh_token', refresh_token: 'garbage' }
  const headers = { authorization: program.basic, 'x-forwarded-for': '192.0.2.77' }
  let turn = 0
  const either = () => postForm((turn += 1) % 2 === 0 ? service : other, '/o/token/', form, headers)
  expect(await statusesOf(150, either)).toEqual({ 400: 120, 429: 30 })
  await other.close()
})

test('a deployment may set another number', async () => {
  const generous = await startTestService({ environment: { PORTICO_LIMIT_TOKEN_PER_IP_MINUTE: '200' } })
  const client = await addProgram(generous, { tokenLimitPerMinute: null })
  expect(await statusesOf(210, () => refresh(generous, client, 'garbage'))).toEqual({ 400: 200, 429: 10 })
  await generous.close()
})
