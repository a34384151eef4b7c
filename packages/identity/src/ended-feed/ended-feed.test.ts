import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askFeed, type Listener, listenAt } from '../../testing/ended-feed.ts'
import { valuesOf } from '../../testing/metric-values.ts'
import { testOnOneServer } from '../../testing/one-server.ts'
import { addCitizen, addProgram, signIn, TEST_PASSWORD, type TestClient } from '../../testing/people.ts'
import {
  authorizeAddress,
  type Entered,
  enterProgram,
  exchange,
  introspect,
  newAttempt,
  postForm,
  refresh,
} from '../../testing/program-flow.ts'
import { onPort, startTestService, type TestService } from '../../testing/test-service.ts'
import { REUSE_GRACE_SECONDS } from '../access/index.ts'
import { disconnectProgram } from '../account-pages/disconnect-program.ts'
import { appendEvent, systemOrigin } from '../audit/index.ts'
import {
  type Citizen,
  closeCitizen,
  requireVerification,
  signOutCitizen,
  suspendCitizen,
} from '../citizens/index.ts'
import { disableClient, enableClient, updateClient } from '../clients/index.ts'
import { askForLink, linkTo } from '../command/backup.fixture.ts'
import { eraseCitizen } from '../rooms.ts'
import { openCursor, sealCursor } from './cursor.ts'

let service: TestService
let program: TestClient
let other: TestClient
let listener: Listener

beforeAll(async () => {
  service = await startTestService({
    environment: { PORTICO_LIMIT_RECOVER_PER_IP_HOUR: '100' },
  })
  program = await addProgram(service)
  other = await addProgram(service, { name: 'Library' })
  listener = await listenAt([service.baseUrl], program)
})
afterAll(() => service.close())

const claimsOf = ({ tokens }: Entered) =>
  JSON.parse(Buffer.from(tokens.id_token.split('.')[1] ?? '', 'base64url').toString()) as {
    sid: string
    sub: string
  }

interface Case extends Entered {
  readonly who: Citizen
  readonly sid: string
}

async function entered(client = program): Promise<Case> {
  const who = await addCitizen(service)
  const found = await enterProgram(service, client, who)
  return { who, sid: claimsOf(found).sid, ...found }
}

const byOperator = ({ who }: Case) => ({ emailOrSubject: who.subject, reason: 'a test' })

/** Every way in which a citizen's access ends, as it happens in the service. `sid`: the answer names the session. */
const WAYS: readonly [
  name: string,
  sid: 'with sid' | 'without sid',
  end: (access: Case) => Promise<unknown>,
][] = [
  ['signs out', 'with sid', async ({ browser }) => browser.submit(await browser.get('/logout/'))],
  [
    'ends the session in another browser',
    'with sid',
    async ({ who, sid }) => {
      const second = service.browser()
      await signIn(second, who)
      const page = await second.get('/account/sessions/')
      const form = page.html.querySelectorAll('form').find((each) => each.outerHTML.includes(sid))
      if (!form) throw new Error(page.body)
      const token = form.querySelector('input[name=csrf_token]')?.getAttribute('value') ?? ''
      await second.post(form.getAttribute('action') ?? '/account/sessions/', {
        csrf_token: token,
        session: sid,
      })
    },
  ],
  [
    'changes the password in another browser, while there are several sessions',
    'with sid',
    async ({ who }) => {
      const [second, third] = [service.browser(), service.browser()]
      await signIn(second, who)
      await signIn(third, who)
      const page = await third.get('/account/password/')
      const done = await third.submit(page, {
        current_password: TEST_PASSWORD,
        password: 'seven green horses in a field',
      })
      if (done.status !== 200) throw new Error(done.html.text)
    },
  ],
  [
    'signs in as somebody else in the same browser',
    'with sid',
    async ({ browser }) => {
      const form = await browser.get(authorizeAddress(newAttempt(program, { prompt: 'login' })))
      const fields = { email: (await addCitizen(service)).email, password: TEST_PASSWORD }
      await browser.submit(form, fields, { follow: false })
    },
  ],
  [
    'disconnects the program',
    'without sid',
    ({ who: { citizenId } }) =>
      disconnectProgram(service.foundation, { citizenId, clientId: program.clientId, origin: systemOrigin }),
  ],
  [
    'chooses a new password by mail',
    'without sid',
    async ({ who }) => {
      await askForLink(service, '/api/v1/accounts/recover/', { email: who.email })
      const browser = service.browser()
      const page = await browser.get(await linkTo(service, who.email))
      const done = await browser.submit(page, { password: 'seven green horses in a field' })
      if (done.status !== 200) throw new Error(done.html.text)
    },
  ],
  ['is suspended', 'without sid', (access) => suspendCitizen(service.foundation, byOperator(access))],
  [
    'is signed out by an operator',
    'without sid',
    (access) => signOutCitizen(service.foundation, byOperator(access)),
  ],
  [
    'has to verify the address again',
    'without sid',
    (access) => requireVerification(service.foundation, byOperator(access)),
  ],
  [
    'has the account closed',
    'without sid',
    (access) => closeCitizen({ ...service.foundation, erase: eraseCitizen }, byOperator(access)),
  ],
  [
    'loses a code to a thief, who uses it again',
    'without sid',
    ({ attempt, code }) => exchange(service, program, { ...attempt, code }),
  ],
  [
    'loses a refresh token to a thief',
    'without sid',
    async ({ tokens }) => {
      await refresh(service, program, tokens.refresh_token)
      service.clock.advance(REUSE_GRACE_SECONDS + 1)
      await refresh(service, program, tokens.refresh_token)
    },
  ],
  [
    'leaves the program, which revokes the refresh token',
    'without sid',
    ({ tokens }) =>
      postForm(service, '/o/revoke/', { token: tokens.refresh_token }, { authorization: program.basic }),
  ],
]

describe('a program hears', () => {
  // proves: feed-every-ending
  test.each(WAYS)('of the end when a citizen %s (%s)', async (_name, named, end) => {
    const access = await entered()
    await end(access)
    expect(await introspect(service, program, access.tokens.access_token)).toEqual({ active: false })
    const told = await listener.until(access.who.subject)
    expect(told).toEqual({ sub: access.who.subject, ...(named === 'with sid' ? { sid: access.sid } : {}) })
  })

  test('of nothing at first but that it has to check everything', async () => {
    const { status, body, headers } = await askFeed(service.baseUrl, program)
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(body).toEqual({
      cursor: expect.any(String),
      since: null,
      check_all: true,
      ended: [],
      waited_ms: expect.any(Number),
    })
  })
})

describe('a cursor', () => {
  test.each(['', 'x', 'AAAA', 'a'.repeat(10_000), '%F0%9F', "' or 1=1 --", '{"snapshot":"1:1:"}'])(
    'that nobody gave says: check everything (%#)',
    async (cursor) => {
      const answer = await askFeed(service.baseUrl, program, cursor || undefined)
      expect([answer.status, answer.body.check_all, answer.body.ended]).toEqual([200, true, []])
    },
  )

  // proves: feed-cursor
  test('that was changed by one character says: check everything', async () => {
    const { cursor } = (await askFeed(service.baseUrl, program)).body
    const changed = `${cursor.slice(0, 40)}${cursor[40] === 'A' ? 'B' : 'A'}${cursor.slice(41)}`
    expect((await askFeed(service.baseUrl, program, changed)).body.check_all).toBe(true)
  })

  // proves: feed-own-client
  test('of another client tells nothing, and neither of them hears of the other', async () => {
    const ofOther = await listenAt([service.baseUrl], other)
    const here = await entered(program)
    const there = await entered(other)
    const stolen = ofOther.answers[0]?.cursor ?? ''
    await suspendCitizen(service.foundation, byOperator(here))
    await suspendCitizen(service.foundation, byOperator(there))
    const answer = await askFeed(service.baseUrl, program, stolen)
    expect([answer.body.check_all, answer.body.ended]).toEqual([true, []])
    await listener.until(here.who.subject)
    await ofOther.until(there.who.subject)
    const third = await entered(program)
    const fourth = await entered(other)
    await Promise.all([
      signOutCitizen(service.foundation, byOperator(third)),
      signOutCitizen(service.foundation, byOperator(fourth)),
    ])
    await listener.until(third.who.subject)
    await ofOther.until(fourth.who.subject)
    expect([listener.heard.has(there.who.subject), ofOther.heard.has(here.who.subject)]).toEqual([
      false,
      false,
    ])
    expect([listener.heard.has(fourth.who.subject), ofOther.heard.has(third.who.subject)]).toEqual([
      false,
      false,
    ])
  })

  test('says nothing to a program of what a citizen ends at another one', async () => {
    const ofOther = await listenAt([service.baseUrl], other)
    const both = await entered(program)
    await enterProgram(service, other, both.browser)
    await disconnectProgram(service.foundation, {
      citizenId: both.who.citizenId,
      clientId: program.clientId,
      origin: systemOrigin,
    })
    await listener.until(both.who.subject)
    const last = await entered(other)
    await signOutCitizen(service.foundation, byOperator(last))
    await ofOther.until(last.who.subject)
    expect(ofOther.heard).not.toContain(both.who.subject)
  })

  // proves: feed-cursor
  test('is good for 24 hours', async () => {
    const { cursor } = (await askFeed(service.baseUrl, program)).body
    const access = await entered()
    await suspendCitizen(service.foundation, byOperator(access))
    service.clock.advance(24 * 3600)
    const { body } = await askFeed(service.baseUrl, program, cursor)
    expect([body.check_all, body.ended, body.since]).toEqual([false, [{ sub: access.who.subject }], cursor])
    service.clock.advance(1)
    expect((await askFeed(service.baseUrl, program, cursor)).body.check_all).toBe(true)
  })

  // proves: feed-check-all
  test('of before a restore says: check everything', async () => {
    const { cursor } = (await askFeed(service.baseUrl, program)).body
    // What `portico restore` and `portico after-recovery` do to every table that is left out of backups.
    await service.database.db.query`delete from ended_feeds`
    const after = (await askFeed(service.baseUrl, program, cursor)).body
    expect([after.check_all, after.ended]).toEqual([true, []])
    const access = await entered()
    await signOutCitizen(service.foundation, byOperator(access))
    const next = (await askFeed(service.baseUrl, program, after.cursor)).body
    expect([next.check_all, next.ended]).toEqual([false, [{ sub: access.who.subject }]])
  })

  // proves: feed-check-all
  test('of before a failover says: check everything', async () => {
    const { cursor } = (await askFeed(service.baseUrl, program)).body
    await service.database.db.query`
      insert into database_timelines (system_identifier, timeline, written_at) values ('1', 2, to_timestamp(0))`
    expect((await askFeed(service.baseUrl, program, cursor)).body.check_all).toBe(true)
  })

  test('from the future of the database says: check everything', async () => {
    const { keyring, clock } = service.foundation
    const { cursor } = (await askFeed(service.baseUrl, program)).body
    const position = openCursor(keyring, program.clientId, { cursor, now: clock.now() })
    if (!position) throw new Error('The cursor cannot be read')
    const snapshot = position.snapshot.replaceAll(/\d+:\d+:[\d,]*/g, '4000000000:4000000000:')
    const later = { ...position, snapshot }
    const answer = await askFeed(service.baseUrl, program, sealCursor(keyring, program.clientId, later))
    expect(answer.body.check_all).toBe(true)
  })

  test('of a client that was disabled and enabled says: check everything', async () => {
    const own = await addProgram(service, { name: 'Own' })
    const { cursor } = (await askFeed(service.baseUrl, own)).body
    await disableClient(service.foundation, own.clientId)
    expect((await askFeed(service.baseUrl, own, cursor)).status).toBe(401)
    await enableClient(service.foundation, own.clientId)
    expect((await askFeed(service.baseUrl, own, cursor)).body.check_all).toBe(true)
  })

  // proves: feed-late-commit
  test('lists what a transaction did that began before it and committed after it', async () => {
    const listening = await listenAt([service.baseUrl], program)
    const { who } = await entered()
    const written = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    const transaction = service.database.db.transaction(async (tx) => {
      await tx.query`update citizens set security_version = security_version + 1 where citizen_id = ${who.citizenId}`
      await appendEvent(
        { ...service.foundation, db: tx },
        { name: 'citizen-signed-out', origin: systemOrigin, citizenId: who.citizenId },
      )
      written.resolve()
      await released.promise
    })
    await written.promise
    const meanwhile = await entered()
    await signOutCitizen(service.foundation, byOperator(meanwhile))
    await listening.until(meanwhile.who.subject)
    expect(listening.heard).not.toContain(who.subject)
    released.resolve()
    await transaction
    expect(await listening.until(who.subject)).toEqual({ sub: who.subject })
  })

  test('too far behind says: check everything', async () => {
    const { cursor } = (await askFeed(service.baseUrl, program)).body
    const { who } = await entered()
    await service.database.db.query`
      insert into audit_events (event_id, filed_under, at, name, citizen_id, actor, details)
      select gen_random_uuid(), ${who.citizenId}, to_timestamp(0), 'signed-out', ${who.citizenId}, 'system', '{}' from generate_series(1, 10001)`
    expect((await askFeed(service.baseUrl, program, cursor)).body.check_all).toBe(true)
  })
})

describe('the endpoint', () => {
  // proves: feed-client-only
  test.each(['Basic', 'Bearer x', 'Basic eDp5'])('refuses %s', async (authorization) => {
    const answer = await fetch(`${service.baseUrl}/api/integrations/ended/`, { headers: { authorization } })
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringContaining('Basic'),
    ])
  })

  test('refuses two cursors, and ignores what it does not know', async () => {
    for (const [query, status] of [
      ['since=a&since=b', 400],
      ['trace=a&trace=b', 200],
    ] as const) {
      const answer = await fetch(`${service.baseUrl}/api/integrations/ended/?${query}`, {
        headers: { authorization: program.basic },
      })
      expect([query, answer.status]).toEqual([query, status])
    }
  })

  test('goes on where the client was only changed', async () => {
    const own = await addProgram(service, { name: 'Own' })
    const listening = await listenAt([service.baseUrl], own)
    const waiting = listening.next()
    await updateClient(service.foundation, own.clientId, { name: 'Renamed' })
    const access = await entered(own)
    await signOutCitizen(service.foundation, byOperator(access))
    expect((await waiting).ended).toEqual([{ sub: access.who.subject }])
  })

  test('holds no connection while requests wait, refuses the 65th, and answers all when it closes', async () => {
    const one = await startTestService({ database: service.database, clock: service.clock })
    const there = onPort(one)
    const { cursor } = (await askFeed(there.baseUrl, program)).body
    const waiting = Array.from({ length: 64 }, () => askFeed(there.baseUrl, program, cursor))
    const gaugeOf = async () =>
      (await one.service.metrics.find(({ name }) => name === 'portico_ended_feed_waiting')?.read())?.[0]
        ?.value
    await expect.poll(gaugeOf).toBe(64)
    const refused = await askFeed(there.baseUrl, program, cursor)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10'])
    expect((await askFeed(there.baseUrl, other)).status).toBe(200)
    const used = await entered()
    expect(await introspect(there, program, used.tokens.access_token)).toMatchObject({ active: true })
    await one.close()
    const answers = await Promise.all(waiting)
    expect(
      new Set(answers.map(({ status, body }) => `${status} ${body.check_all} ${body.ended.length}`)),
    ).toEqual(new Set(['200 false 0']))
  })

  // proves: feed-place-of-a-caller-who-left
  testOnOneServer(
    'frees the place of a caller who has left at once, and asks the database nothing for it',
    async () => {
      let isCounting = false
      let asked = 0
      let looks = 0
      const one = await startTestService({
        database: service.database,
        clock: service.clock,
        between: (db) => ({
          transaction: (work) => db.transaction(work),
          layout: () => db.layout(),
          query: (statement, ...values) => {
            if (values.includes('')) looks += 1
            if (isCounting && values.includes(program.clientId)) asked += 1
            return db.query(statement, ...values)
          },
        }),
      })
      const { baseUrl } = onPort(one)
      const { cursor } = (await askFeed(baseUrl, program)).body
      const left = new AbortController()
      const waiting = Array.from({ length: 64 }, () => askFeed(baseUrl, program, cursor, left.signal))
      const number = async () => (await valuesOf(one.service.metrics, 'portico_ended_feed_waiting'))['']
      await expect.poll(number).toBe(64)
      // The first look has woken them, and they wait again.
      await expect.poll(() => looks).toBeGreaterThan(2)
      isCounting = true
      left.abort()
      expect(new Set((await Promise.allSettled(waiting)).map(({ status }) => status))).toEqual(
        new Set(['rejected']),
      )
      await expect.poll(number, { timeout: 5_000 }).toBe(0)
      expect(asked).toBe(0)
      await one.close()
    },
  )
})
