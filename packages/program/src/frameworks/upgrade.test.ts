import { createServer, request, type Server } from 'node:http'
import { type AddressInfo, connect as tcp } from 'node:net'
import type { Duplex } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { browserOf, type CookieBrowser, signInWith } from '../../testing/cookie-browser.ts'
import { BASE, type TestProgram, testProgram } from '../../testing/program.ts'
import { signInThrough } from '../testing/index.ts'
import { citizenOfUpgrade } from './node.ts'

const ACCEPT = 'HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\n\r\n'

let program: TestProgram
let browser: CookieBrowser
let subject: string
let server: Server
let base: string
let open: { socket: Duplex; ended: AbortSignal }[]

beforeEach(async () => {
  program = testProgram({ cookies: {} })
  browser = browserOf(program.sso)
  const citizen = program.identity.addCitizen({ email: 'ana@example.test' })
  subject = citizen.subject
  await signInWith(browser, (url) => program.identity.authorize(url, citizen))
  open = []
  server = createServer()
  server.on('upgrade', (req, socket) => {
    const options = { acceptTicket: req.url?.startsWith('/tickets') ?? false }
    void citizenOfUpgrade(program.sso, req, socket, options).then((citizenOrNull) => {
      if (!citizenOrNull) return
      open.push({ socket, ended: citizenOrNull.ended })
      socket.write(`${ACCEPT}hello ${citizenOrNull.account.email}`)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  for (const { socket } of open) socket.destroy()
  server.close()
})

/** Opens a WebSocket. Returns the first words, or the refusal. */
function connect(headers: Record<string, string>, path = '/feed'): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = request(`${base}${path}`, {
      headers: { connection: 'Upgrade', upgrade: 'websocket', ...headers },
    })
    asked.on('error', reject)
    asked.on('upgrade', (_answer, socket, head) => {
      socket.on('error', () => undefined)
      if (head.length > 0) return resolve(String(head))
      socket.once('data', (words) => resolve(String(words)))
    })
    asked.on('response', (answer) => {
      let body = ''
      answer.on('data', (chunk) => void (body += String(chunk)))
      answer.on('end', () => resolve(`${answer.statusCode} ${(JSON.parse(body) as { code: string }).code}`))
    })
    asked.end()
  })
}
const ours = () => browser.headers({ origin: BASE })

describe('a WebSocket', () => {
  test('opens for a page of the program with its cookie, and for an app with its token', async () => {
    expect(await connect(ours())).toBe('hello ana@example.test')
    const { accessToken } = await signInThrough(program.sso, program.identity, { subject })
    expect(await connect({ authorization: `Bearer ${accessToken}` })).toBe('hello ana@example.test')
  })

  test.each([
    ['no cookie', () => ({ origin: BASE }), '401 missing_token'],
    ['no origin', () => browser.headers(), '401 cross_site_request'],
    ['another origin', () => browser.headers({ origin: 'https://evil.example' }), '401 cross_site_request'],
    ['a sandbox', () => browser.headers({ origin: 'null' }), '401 cross_site_request'],
    [
      'an origin with the same beginning',
      () => browser.headers({ origin: `${BASE}.evil.example` }),
      '401 cross_site_request',
    ],
    [
      'another origin from the same site',
      () => browser.headers({ origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }),
      '401 cross_site_request',
    ],
    [
      'two cookies',
      () => ({ origin: BASE, cookie: `${browser.headers()['cookie']}; ${browser.headers()['cookie']}` }),
      '401 token_unknown',
    ],
    [
      'a page that wants to be redirected',
      () => ({ origin: BASE, accept: 'text/html' }),
      '401 missing_token',
    ],
  ])('does not open with %s', async (_what, headers, expected) => {
    expect(await connect(headers())).toBe(expected)
    expect(open).toHaveLength(0)
  })

  test('that is refused leaves no socket open, although the browser keeps its end', async () => {
    const closed = new Promise((resolve) =>
      server.once('upgrade', (_req, socket) => socket.once('close', resolve)),
    )
    const kept = tcp({ port: Number(new URL(base).port), host: '127.0.0.1', allowHalfOpen: true })
    kept.write('GET /feed HTTP/1.1\r\nhost: a\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\r\n')
    let answered = ''
    kept.on('data', (words) => void (answered += String(words)))
    await closed
    await vi.waitFor(() => expect(answered).toMatch(/^HTTP\/1.1 401 Unauthorized.*missing_token/s))
    kept.destroy()
  })

  test('during an outage it is 503, not 401', async () => {
    await program.clock.advance(30_000)
    program.identity.outage('500')
    expect(await connect(ours())).toBe('503 identity_unavailable')
  })
})

// proves: program-cookie-open-connections
describe('an open WebSocket', () => {
  /** Lets the time pass in steps, until the program is told to close. */
  const ending = async () => {
    const [first] = open
    for (let steps = 0; steps < 70 && !first?.ended.aborted; steps += 1) await program.clock.advance(1000)
    return first?.ended.reason
  }

  test('stays open while the central session lives, and is checked all the time', async () => {
    await connect(ours())
    const before = program.identity.log.filter(({ path }) => path.includes('introspect')).length
    for (let steps = 0; steps < 300; steps += 1) await program.clock.advance(1000)
    expect(open[0]?.ended.aborted).toBe(false)
    const checks = program.identity.log.filter(({ path }) => path.includes('introspect')).length - before
    expect(checks).toBeGreaterThanOrEqual(9)
    expect(checks).toBeLessThan(13)
  })

  test('is told when the central session ends', async () => {
    await connect(ours())
    program.identity.endCentralSession(subject)
    expect(await ending()).toMatchObject({ status: 'signed_out', code: 'session_ended' })
  })

  test('is told when the citizen signs out in another tab', async () => {
    await connect(ours())
    await browser.submit('/api/v1/sso/logout')
    expect(await ending()).toMatchObject({ status: 'signed_out', code: 'session_revoked' })
  })

  test('is told about an outage, because nobody knows whether the session still lives', async () => {
    await connect(ours())
    program.identity.outage('500')
    expect(await ending()).toMatchObject({ status: 'unavailable', code: 'identity_unavailable' })
  })

  test('is not watched any more when it is closed', async () => {
    await connect(ours())
    open[0]?.socket.destroy()
    await new Promise((resolve) => open[0]?.socket.once('close', resolve))
    program.identity.endCentralSession(subject)
    const before = program.identity.log.length
    await ending()
    expect(program.identity.log).toHaveLength(before)
    expect(open[0]?.ended.aborted).toBe(false)
  })

  test('of a ticket opens once, from a page of any origin, and is told when its session ends', async () => {
    const { accessToken } = await signInThrough(program.sso, program.identity, { subject })
    const body = { address: '/tickets?room=7' }
    const issued = await program.ask('POST', 'ticket/', { body, bearer: accessToken })
    const { sso_ticket: ticket } = (await issued.json()) as { sso_ticket: string }
    const path = `/tickets?room=7&sso_ticket=${ticket}`
    expect(await connect({}, path.replace('/tickets', '/feed'))).toBe('401 missing_token')
    expect(await connect({ origin: 'https://app.example' }, path)).toBe('hello ana@example.test')
    expect(await connect({}, path)).toBe('401 ticket_invalid')
    for (let steps = 0; steps < 60; steps += 1) await program.clock.advance(1000)
    expect(open[0]?.ended.aborted).toBe(false)
    await program.ask('POST', 'logout/', { bearer: accessToken })
    expect(await ending()).toMatchObject({ status: 'signed_out', code: 'session_revoked' })
  })

  test('whenRefused says nothing when the program closes', async () => {
    const request = { headers: browser.headers(), method: 'GET' }
    const watched = program.sso.whenRefused(request, new AbortController().signal)
    await program.sso.close()
    expect(await watched).toBeNull()
  })
})
