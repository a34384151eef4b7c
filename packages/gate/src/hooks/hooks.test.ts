import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { secret } from '@portico/program'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Answer, type BackEnd, SECRET, says, startBackEnd } from '../../testing/back-end.ts'
import { hookedProgram } from '../../testing/hooked-program.ts'

let backEnd: BackEnd
let closing: (() => Promise<unknown>)[]

beforeEach(async () => {
  backEnd = await startBackEnd()
  closing = [() => backEnd.close()]
})
afterEach(async () => {
  await Promise.all(closing.map((close) => close()))
})

describe('a sign-in over hooks', () => {
  test('makes one account, and finds it again at the next sign-in with its new name', async () => {
    const program = hookedProgram(backEnd)
    const ana = program.citizen()
    expect((await ana.signIn()).status).toBe(303)
    await ana.signIn()
    expect(await ana.guarded()).toBe('account 1')
    expect([...backEnd.accounts.values()]).toMatchObject([{ id: '1', subject: ana.subject }])
    const types = backEnd.arrived.map(({ type }) => type)
    expect(types.filter((type) => type === 'provision')).toHaveLength(1)
    expect(types.filter((type) => type === 'signed_in')).toHaveLength(1)
    expect(backEnd.arrived.find(({ type }) => type === 'provision')?.data['identity']).toEqual({
      ...{ issuer: program.identity.baseUrl, subject: ana.subject },
      ...{ email: 'ana@example.test', name: 'Ana Example', phone_number: null, locale: null },
      authenticated_at: expect.any(String),
    })
  })

  test('makes one account for a citizen who signs in at two gates at the same time', async () => {
    const program = hookedProgram(backEnd)
    const one = program.citizen()
    const gates = [program.sso, program.another(), program.another()]
    const browsers = gates.map((gate) => program.citizenOf(one.subject, gate))
    const landed = await Promise.all(browsers.map(({ signIn }) => signIn()))
    expect(landed.map(({ status }) => status)).toEqual([303, 303, 303])
    expect(await Promise.all(browsers.map(({ guarded }) => guarded()))).toEqual(gates.map(() => 'account 1'))
    expect(backEnd.accounts.size).toBe(1)
  })

  test('loads an account once for the requests of a moment, and again after it', async () => {
    let nowMs = Date.now()
    const program = hookedProgram(backEnd, { keepMs: 10_000, clock: { now: () => new Date(nowMs) } })
    const ana = program.citizen()
    await ana.signIn()
    backEnd.arrived.length = 0
    await Promise.all(Array.from({ length: 20 }, () => ana.guarded()))
    expect(backEnd.arrived.map(({ type }) => type)).toEqual(['load'])
    backEnd.accounts.delete('1')
    expect(await ana.guarded()).toBe('account 1')
    nowMs += 10_000
    expect(await ana.guarded()).toBe('401 session_revoked')
  })

  test('tells the back end of a link that was removed', async () => {
    const program = hookedProgram(backEnd)
    await program.citizen().signIn()
    backEnd.instead('forgotten', says({}))
    await program.sso.forget('1')
    await Promise.all(program.sso.told)
    expect(backEnd.arrived.at(-1)).toMatchObject({ type: 'forgotten', data: { account_id: '1' } })
  })
})

interface Fault {
  readonly load: Answer
  readonly provision: Answer
  /** What the log says about it. */
  readonly saw: string
}

const both = (answer: Answer, saw: string): Fault => ({ load: answer, provision: answer, saw })
const each = (load: unknown, provision: unknown, saw: string): Fault => ({
  ...{ load: says(load), provision: says(provision), saw },
})
const LINE_BREAK = '1\nx-admin: 1'

/** Answers that decide nothing, by what is wrong with them. */
const FAULTS: Readonly<Record<string, Fault>> = {
  'an error': both(says({}, 500), 'look at the log of the back end'),
  'a refusal of the signature': both(says({}, 401), 'compare GATE_HOOKS_SECRET'),
  'an address that it does not know': both(says({}, 404), 'compare GATE_HOOKS_URL'),
  'a hook that it does not know': both(says({}, 501), 'this hook is needed'),
  'a page instead of JSON': both(says('<!doctype html><p>Hello'), 'is not a JSON object'),
  'a list': both(says([]), 'is not a JSON object'),
  nothing: both(says(''), 'is not a JSON object'),
  'an empty object': both(says({}), 'and is missing'),
  'a member with another name': each({ acount: null }, { accountId: '1' }, 'may have only account'),
  'a number as id': each({ account: { id: 1 } }, { account_id: 1 }, 'a text such as .*, and is 1'),
  'an id with a line break': each(
    { account: { id: LINE_BREAK } },
    { account_id: LINE_BREAK },
    'a text of 12 characters',
  ),
  'another account': each({ account: { id: '9' } }, { account_id: '9' }, 'another id|does not exist'),
  'a giant body': both((res) => giant(res), 'longer than 65536 bytes'),
  'a closed connection': both((res) => void res.destroy(), 'does not answer'),
  'half of a body': both(
    (res) => void res.writeHead(200, { 'content-length': '99' }).write('{"acc', () => res.destroy()),
    'does not answer',
  ),
}

describe.each(Object.entries(FAULTS))('a back end that answers %s', (_words, { load, provision, saw }) => {
  // proves: gate-hooks-outage
  test('keeps a session: 503, never 401, and it works again afterwards', async () => {
    const program = hookedProgram(backEnd)
    const ana = program.citizen()
    await ana.signIn()
    backEnd.instead('load', load)
    expect(await ana.guarded()).toMatch(/^503 /)
    backEnd.instead('load', null)
    expect(await ana.guarded()).toBe('account 1')
    expect(program.logged.join()).toMatch(new RegExp(`the hook load failed: .*(${saw})`))
  })

  // proves: gate-hooks-outage
  test('makes no account for a new citizen, who signs in afterwards with one account and one link', async () => {
    const program = hookedProgram(backEnd)
    const ana = program.citizen()
    backEnd.instead('provision', provision)
    const landed = await ana.signIn()
    expect([landed.status, ana.browser.jar.has('__Host-portico')]).toEqual([503, false])
    expect(await program.sso.identityOf('1')).toBeNull()
    expect(program.logged.join()).toMatch(new RegExp(`the hook (provision|load) failed: .*(${saw})`))
    backEnd.instead('provision', null)
    await ana.signIn()
    expect([await ana.guarded(), backEnd.accounts.size]).toEqual(['account 1', 1])
  })
})

/** More than the gate reads, in pieces, until the gate closes the connection. */
function giant(res: ServerResponse): void {
  res.writeHead(200, { 'content-type': 'application/json' }).write('{"account": "')
  const more = () => {
    while (!res.destroyed && res.write('x'.repeat(16_384)));
  }
  res.on('drain', more)
  more()
}

describe('a back end that is away', () => {
  // proves: gate-hooks-outage
  test('and hangs: the gate gives up, and after five times it does not even ask for a moment', async () => {
    let nowMs = Date.now()
    const target = { url: backEnd.url, secrets: [secret(SECRET)], timeoutMs: 200 }
    const program = hookedProgram(backEnd, { target, clock: { now: () => new Date(nowMs) } })
    const ana = program.citizen()
    await ana.signIn()
    backEnd.instead('load', () => undefined)
    for (let n = 0; n < 5; n += 1) expect(await ana.guarded()).toBe('503 misconfigured')
    const asked = backEnd.arrived.length
    expect(await ana.guarded()).toBe('503 misconfigured')
    expect(backEnd.arrived).toHaveLength(asked)
    expect(program.logged.join()).toContain('this one was not sent')
    backEnd.instead('load', null)
    nowMs += 2000
    expect(await ana.guarded()).toBe('account 1')
  })

  test('and its port is closed: 503, and the session is there when it comes back', async () => {
    const program = hookedProgram(backEnd)
    const ana = program.citizen()
    await ana.signIn()
    await backEnd.close()
    expect(await ana.guarded()).toBe('503 misconfigured')
    expect(program.logged.join()).toContain('the back end does not answer (ECONNREFUSED)')
  })

  test('and closes a connection that it kept open: the hook is repeated once', async () => {
    const program = hookedProgram(backEnd)
    const ana = program.citizen()
    await ana.signIn()
    backEnd.instead('load', (res) => {
      backEnd.instead('load', null)
      res.destroy()
    })
    expect(await ana.guarded()).toBe('account 1')
  })
})

describe('attacks', () => {
  // proves: gate-hooks-attacks
  test('a redirect to another host is not followed', async () => {
    let asked = 0
    const other = createServer((_req, res) => {
      asked += 1
      res.end('{"account": {"id": "1"}}')
    })
    await new Promise<void>((resolve) => void other.listen(0, '127.0.0.1', resolve))
    closing.push(() => new Promise((resolve) => void other.close(resolve)))
    const program = hookedProgram(backEnd)
    const ana = program.citizen()
    await ana.signIn()
    const location = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`
    for (const status of [301, 302, 303, 307, 308]) {
      backEnd.instead('load', (res) => void res.writeHead(status, { location }).end())
      expect(await ana.guarded()).toBe('503 misconfigured')
    }
    expect(asked).toBe(0)
    expect(program.logged.join()).toContain('redirects are not followed')
  })

  // proves: gate-hooks-attacks
  test('a new citizen never gets an account that is linked to another citizen', async () => {
    const program = hookedProgram(backEnd)
    const ana = program.citizen()
    await ana.signIn()
    backEnd.instead('provision', says({ account_id: '1' }))
    const thief = program.citizen('thief@example.test')
    expect((await thief.signIn()).status).toBe(503)
    expect(await thief.guarded()).toBe('401 missing_token')
    expect(await program.sso.identityOf('1')).toMatchObject({ subject: ana.subject })
  })

  test('an account that does not exist is not taken for a new one', async () => {
    const program = hookedProgram(backEnd)
    backEnd.instead('provision', says({ account_id: '77' }))
    const ana = program.citizen()
    expect((await ana.signIn()).status).toBe(503)
    expect(program.logged.join()).toContain('does not exist for the hook load')
  })

  test('a gate with another secret is refused, and a secret that is being replaced works with both', async () => {
    const other = secret(`whsec_${Buffer.alloc(32, 8).toString('base64')}`)
    const target = { url: backEnd.url, secrets: [other], timeoutMs: 2000 }
    const stranger = hookedProgram(backEnd, { target })
    expect((await stranger.citizen().signIn()).status).toBe(503)
    expect([backEnd.refused() > 0, backEnd.accounts.size]).toEqual([true, 0])
    const both = hookedProgram(backEnd, { target: { ...target, secrets: [other, secret(SECRET)] } })
    expect((await both.citizen().signIn()).status).toBe(303)
  })

  // proves: gate-hooks-attacks
  test('a hook that is repeated later, changed, or under another id is refused by the standard', async () => {
    const program = hookedProgram(backEnd)
    const sent: (readonly [Record<string, string>, string])[] = []
    const recording: typeof fetch = (url, init) => {
      sent.push([Object.fromEntries(new Headers(init?.headers)), String(init?.body)])
      return fetch(url, init)
    }
    const gate = program.another({ fetch: recording })
    await program.citizen('ana@example.test', gate).signIn()
    const [headers, body] = sent[0] ?? [{}, '']
    const repeat = async (own: Record<string, string>, text: string) =>
      (await fetch(backEnd.url, { method: 'POST', headers: { ...headers, ...own }, body: text })).status
    const later = String(Math.floor(Date.now() / 1000) + 301)
    expect(await repeat({}, body)).toBe(200)
    expect(await repeat({}, body.replace('ana@', 'eve@'))).toBe(401)
    expect(await repeat({ 'webhook-id': 'another' }, body)).toBe(401)
    expect(await repeat({ 'webhook-timestamp': later }, body)).toBe(401)
    const old = program.another({ clock: { now: () => new Date(Date.now() - 301_000) } })
    expect((await program.citizen('old@example.test', old).signIn()).status).toBe(503)
    // Repeating a hook that was valid does what was done already.
    expect(backEnd.accounts.size).toBe(1)
  })
})
