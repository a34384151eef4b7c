import { beforeEach, describe, expect, test } from 'vitest'
import { BASE, outcome, type TestProgram, testProgram } from '../../testing/program.ts'
import { signInThrough } from '../testing/index.ts'
import { SSO_BASE_PATH } from '../wire.ts'

let program: TestProgram
let subject: string
let bearer: string

beforeEach(() => start())

async function start(changes: Parameters<typeof testProgram>[0] = {}): Promise<void> {
  program = testProgram(changes)
  const citizen = program.identity.addCitizen({ email: 'ana@example.test' })
  subject = citizen.subject
  const programBaseUrl = changes.program?.baseUrl
  const options = programBaseUrl === undefined ? {} : { programBaseUrl }
  bearer = (await signInThrough(program.sso, program.identity, citizen, options)).accessToken
}

const ask = (body: unknown = {}) => program.ask('POST', 'ticket/', { body, bearer })

async function ticketFor(address?: string): Promise<string> {
  const { sso_ticket: ticket } = (await (await ask({ address })).json()) as { sso_ticket: string }
  return ticket
}

/** Opens an address as a browser does, without a bearer. Returns the result in a word. */
async function open(url: string, { sso = program.sso, method = 'GET', headers = {} } = {}): Promise<string> {
  const result = await sso.authenticate({ headers, method, url }, { acceptTicket: true })
  return result.status === 'ok' ? 'ok' : `${result.http} ${result.code}`
}

describe('a ticket', () => {
  test('opens its address once, also at another process', async () => {
    const ticket = await ticketFor('/api/events?since=7')
    const sso = program.another()
    expect(await open(`/api/events?since=7&sso_ticket=${ticket}`, { sso })).toBe('ok')
    expect(await open(`/api/events?since=7&sso_ticket=${ticket}`)).toBe('401 ticket_invalid')
    expect(await open(`/api/events?since=7&sso_ticket=${ticket}`, { sso })).toBe('401 ticket_invalid')
  })

  test.each([
    '/admin/../api/events?since=7&sso_ticket=',
    '/admin/%2e%2e/api/events?since=7&sso_ticket=',
    '/admin\\..\\..\\api/events?since=7&sso_ticket=',
    '/api/events&sso_ticket=',
    '/api/events?since=7?sso_ticket=',
  ])('at %s, which a router reads otherwise than a URL parser, it opens nothing', async (path) => {
    const ticket = await ticketFor('/api/events?since=7')
    expect(await open(path + ticket)).toBe('401 ticket_invalid')
  })

  test('opens one of fifty requests at once', async () => {
    const ticket = await ticketFor('/api/events')
    const asked = Array.from({ length: 50 }, () => open(`/api/events?sso_ticket=${ticket}`))
    const results = await Promise.all(asked)
    expect(results.filter((result) => result === 'ok')).toHaveLength(1)
    expect(results.filter((result) => result === '401 ticket_invalid')).toHaveLength(49)
  })

  test('is random, is answered for 30 seconds and no cache, and only its hash is stored', async () => {
    const written: string[] = []
    await start({
      store: new Proxy(program.store, {
        get: (store, name, receiver) =>
          name === 'createTicket'
            ? (...given: Parameters<typeof store.createTicket>) => {
                written.push(JSON.stringify(given))
                return store.createTicket(...given)
              }
            : Reflect.get(store, name, receiver),
      }),
    })
    const response = await ask({ address: '/files/secret-name' })
    const body = (await response.json()) as { sso_ticket: string; expires_in: number }
    expect(body).toEqual({ sso_ticket: expect.stringMatching(/^ppt_[\w-]{43}$/), expires_in: 30 })
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    expect(written).toHaveLength(1)
    expect(written[0]).not.toMatch(/secret-name|ppt_/)
    await open(`/elsewhere?sso_ticket=${body.sso_ticket}`)
    expect(JSON.stringify([...program.logged, ...program.events])).not.toContain(body.sso_ticket)
  })

  test('without an address opens each address that takes tickets', async () => {
    expect(await open(`/a?sso_ticket=${await ticketFor()}`)).toBe('ok')
    expect(await open(`${BASE}/b?c=d&sso_ticket=${await ticketFor()}`)).toBe('ok')
  })

  test('counts behind a proxy that removes the path of the program', async () => {
    const baseUrl = 'https://city.example.test/permits'
    await start({ program: { baseUrl, returnUris: [`${BASE}/signed-in`] } })
    const ticket = await ticketFor('/permits/api/events')
    expect(await open(`/api/events?sso_ticket=${ticket}`)).toBe('ok')
    const another = await ticketFor('/permits/api/events')
    expect(await open(`/permits/api/events?sso_ticket=${another}`)).toBe('ok')
  })

  test('works after a restart within its 30 seconds, and not at their end', async () => {
    const [first, second] = [await ticketFor('/a'), await ticketFor('/a')]
    await program.clock.advance(29_999)
    expect(await open(`/a?sso_ticket=${first}`, { sso: program.another() })).toBe('ok')
    await program.clock.advance(1)
    expect(await open(`/a?sso_ticket=${second}`)).toBe('401 ticket_invalid')
  })
})

describe('a ticket is refused', () => {
  test.each([
    ['at another address', '/api/events', (ticket: string) => `/api/other?sso_ticket=${ticket}`],
    ['with another query', '/file?id=5', (ticket: string) => `/file?id=6&sso_ticket=${ticket}`],
    [
      'with an addition to its query',
      '/file?id=5',
      (ticket: string) => `/file?id=5&all=1&sso_ticket=${ticket}`,
    ],
    ['with a parameter after it', '/file', (ticket: string) => `/file?sso_ticket=${ticket}&all=1`],
    ['behind another ticket', '/file', (ticket: string) => `/file?sso_ticket=${ticket}&sso_ticket=x`],
    ['below its address', '/file', (ticket: string) => `/file/5?sso_ticket=${ticket}`],
    ['with another end', '/file', (ticket: string) => `/file?sso_ticket=${ticket.slice(0, -1)}`],
    ['as an access token', '/file', (ticket: string) => `/file?sso_ticket=${ticket.replace('ppt', 'ppa')}`],
  ])('%s', async (_what, address, url) => {
    expect(await open(url(await ticketFor(address)))).toBe('401 ticket_invalid')
  })

  test('everywhere after it was at another address: nobody gets a second guess', async () => {
    const ticket = await ticketFor('/file?id=5')
    expect(await open(`/file?id=6&sso_ticket=${ticket}`)).toBe('401 ticket_invalid')
    expect(await open(`/file?id=5&sso_ticket=${ticket}`)).toBe('401 ticket_invalid')
  })

  test.each(['POST', 'HEAD', 'DELETE', undefined])('with %s, and it is not spent', async (method) => {
    const url = `/file?sso_ticket=${await ticketFor('/file')}`
    const result = await program.sso.authenticate({ headers: {}, method, url }, { acceptTicket: true })
    expect(result).toMatchObject({ http: 401, code: 'ticket_invalid', clearLocal: false })
    expect(await open(url)).toBe('ok')
  })

  test('where no ticket is accepted, and it is not spent', async () => {
    const url = `/file?sso_ticket=${await ticketFor('/file')}`
    const result = await program.sso.authenticate({ headers: {}, method: 'GET', url })
    expect(result).toMatchObject({ code: 'missing_token' })
    expect(await open(url)).toBe('ok')
  })

  test('beside a bearer that is valid: an address that was used stays used', async () => {
    const url = `/file?sso_ticket=${await ticketFor('/file')}`
    const headers = { authorization: `Bearer ${bearer}` }
    expect(await open(url, { headers })).toBe('ok')
    expect(await open(url, { headers })).toBe('401 ticket_invalid')
    expect(await open('/file', { headers })).toBe('ok')
  })

  test('as a bearer', async () => {
    const headers = { authorization: `Bearer ${await ticketFor()}` }
    expect(await open('/file', { headers })).toBe('401 wrong_token_type')
  })

  test('after the citizen signed out, and says so', async () => {
    const ticket = await ticketFor()
    await program.ask('POST', 'logout/', { bearer })
    expect(await open(`/a?sso_ticket=${ticket}`)).toBe('401 session_revoked')
  })

  test('when the central session has ended, as soon as a bearer would be', async () => {
    program.identity.endCentralSession(subject)
    await program.clock.advance(10_000)
    const ticket = await ticketFor()
    await program.clock.advance(20_000)
    expect(await open(`/a?sso_ticket=${ticket}`)).toBe('401 session_ended')
  })

  test('when the account has been deleted', async () => {
    const ticket = await ticketFor()
    program.accounts.all.clear()
    expect(await open(`/a?sso_ticket=${ticket}`)).toBe('401 session_revoked')
  })

  test('during an outage with 503, and nothing has ended', async () => {
    await program.clock.advance(5000)
    const ticket = await ticketFor()
    program.identity.outage('500')
    await program.clock.advance(25_000)
    expect(await open(`/a?sso_ticket=${ticket}`)).toBe('503 identity_unavailable')
    program.identity.outage('off')
    expect(await open('/a', { headers: { authorization: `Bearer ${bearer}` } })).toBe('ok')
  })
})

describe('ticket/ refuses', () => {
  test.each([
    ['who is not signed in', { body: {} }, '401 missing_token'],
    ['an unknown bearer', { body: {}, bearer: `ppa_${'A'.repeat(43)}` }, '401 token_unknown'],
    ['no body', {}, '400 invalid_json'],
    ['another field', { body: { path: '/a' } }, '400 unknown_field'],
    ['an address that is no text', { body: { address: 7 } }, '400 invalid_json'],
    ['another host', { body: { address: '//evil.example/a' } }, '400 invalid_json'],
    ['a whole address', { body: { address: 'https://evil.example/a' } }, '400 invalid_json'],
    ['a fragment', { body: { address: '/a#b' } }, '400 invalid_json'],
    ['a backslash', { body: { address: '/a\\b' } }, '400 invalid_json'],
    ['a line break', { body: { address: '/a\nb' } }, '400 invalid_json'],
    ['an address with a ticket', { body: { address: '/a?sso_ticket=b' } }, '400 invalid_json'],
    ['a long address', { body: { address: `/${'a'.repeat(2048)}` } }, '400 invalid_json'],
  ])('%s', async (_what, options, expected) => {
    const signedIn = expected.startsWith('400') ? { bearer } : {}
    expect(await outcome(await program.ask('POST', 'ticket/', { ...signedIn, ...options }))).toBe(expected)
  })

  test('another method', async () => {
    expect(await outcome(await program.ask('GET', 'ticket/', { bearer }))).toBe('405 method_not_allowed')
  })

  test('more than twenty open tickets of a session, until one is spent', async () => {
    const tickets = await Promise.all(Array.from({ length: 20 }, () => ticketFor()))
    const refused = await ask()
    expect([await outcome(refused), refused.headers.get('retry-after')]).toEqual(['429 throttled', '30'])
    expect(await open(`/a?sso_ticket=${tickets[0]}`)).toBe('ok')
    expect((await ask()).status).toBe(200)
  })

  test('more requests than the throttle allows', async () => {
    await start({ throttle: { ticketPerSession: { limit: 2, windowMs: 60_000 } } })
    const asked = [await ask(), await ask(), await ask()]
    expect(await Promise.all(asked.map(outcome))).toEqual(['200', '200', '429 throttled'])
  })
})

describe('a connection that a ticket opened', () => {
  test('is watched by its session, and is refused when the session ends', async () => {
    const url = `/api/events?sso_ticket=${await ticketFor('/api/events')}`
    const found = await program.sso.authenticate({ headers: {}, method: 'GET', url }, { acceptTicket: true })
    if (found.status !== 'ok') throw new Error(found.code)
    const refusals: unknown[] = []
    void program.sso.whenRefused(found, new AbortController().signal).then((one) => refusals.push(one))
    for (let steps = 0; steps < 120; steps += 1) await program.clock.advance(1000)
    expect(refusals).toEqual([])
    await program.sso.sessions.revoke(found.session.id)
    for (let steps = 0; steps < 60 && refusals.length === 0; steps += 1) await program.clock.advance(1000)
    expect(refusals).toMatchObject([{ code: 'session_revoked' }])
  })
})

describe('a program without tickets', () => {
  beforeEach(() => start({ tickets: false }))

  test('has no such endpoint, in its document neither, and accepts none', async () => {
    expect(await outcome(await ask())).toBe('404 not_found')
    expect(await open('/a?sso_ticket=b')).toBe('401 missing_token')
    const document = (await (await program.ask('GET', 'openapi.json')).json()) as { paths: object }
    expect(Object.keys(document.paths)).not.toContain(`${SSO_BASE_PATH}ticket/`)
  })
})
