import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeConsoleRole, type TestRole } from '../../testing/console-role.ts'
import { fakeClock } from '../../testing/fake-clock.ts'
import { addCitizen } from '../../testing/people.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { reinstateCitizen, signOutCitizen, suspendCitizen } from '../citizens/index.ts'
import { portico, settingsFor } from '../command/portico.fixture.ts'
import { VIEWS_SCHEMA } from '../console-role/index.ts'
import { addOperator, type Operator, removeOperator } from '../operators/index.ts'
import type { DatabasePool } from '../platform/postgres/connect.ts'
import { eraseCitizen } from '../rooms.ts'
import { readBreakGlassCode } from './break-glass-code.ts'
import { endGlassVisit, findGlassVisitor, findOpenGlass, useBreakGlass } from './index.ts'

let service: TestService
let role: TestRole
/** As the console reads and writes. */
let views: DatabasePool
let operators = 0

beforeAll(async () => {
  service = await startTestService({ clock: fakeClock() })
  role = await makeConsoleRole(service.database)
  views = role.open(VIEWS_SCHEMA)
})
afterAll(async () => {
  await views.close()
  await role.drop()
  await service.close()
})
beforeEach(async () => {
  for (const table of ['break_glass', 'break_glass_uses', 'operators', 'outbox'])
    await service.database.db.query(
      Object.assign([`delete from ${table}`], { raw: [`delete from ${table}`] }),
    )
})
afterEach(() => settings.clear())

const settings = new Map<string, string>()

async function operator(given: Operator['role'] = 'administrator') {
  operators += 1
  const { email, citizenId, subject } = await addCitizen(service)
  const name = `Operator ${operators}`
  await addOperator(service.foundation, { emailOrSubject: email, name, role: given })
  return { email, name, citizenId, subject }
}

const ask = (who: string, ...more: readonly string[]) =>
  portico(
    { ...settingsFor(service.database), ...Object.fromEntries(settings) },
    ['operator', 'break-glass', who, '--as', 'root of the machine', ...more],
    { ask: 'nobody-there' },
  )

interface Made {
  readonly code: string
  readonly until: string
  readonly letters: number
  readonly ended_former: boolean
}

async function make(who: string): Promise<Made> {
  const ran = await ask(who, '--reason', 'all keys are lost', '--json')
  expect([ran.exitCode, ran.err]).toEqual([0, expect.stringMatching(/^WARNING: /)])
  return ran.json<Made>()
}

const HERE = { browser: 'Firefox Linux', network: '203.0.113' }
const FROM = { address: '203.0.113.7', requestId: 'request' }
const needs = () => ({ ...service.foundation, db: views })
const use = (typed: string, device = HERE) => useBreakGlass(needs(), { typed, device, from: FROM })
const visit = (cookie: string, device = HERE) => findGlassVisitor(needs(), { cookie, device, from: FROM })
const opened = async (code: string): Promise<string> => {
  const done = await use(code)
  return done.ok ? done.value.reveal() : done.refusal
}
const events = (citizenId: string) =>
  service.database.db.query<{ name: string; operator: string | null; details: Record<string, unknown> }>`
    select name, operator, details from audit_events
     where citizen_id = ${citizenId} and name like 'break-glass-%' order by written_in, event_id`
const hourLater = () => service.database.db.query`
  update break_glass set made_at = made_at - interval '61 minutes', ends_at = ends_at - interval '61 minutes'`

// proves: break-glass-loud
describe('a code', () => {
  test('is made with a reason, ends within an hour, and is told to every operator and to the contact', async () => {
    settings.set('PORTICO_SECURITY_CONTACT', 'mailto:Security@example.org?subject=x')
    const ida = await operator()
    const [reader, gone] = [await operator('reader'), await operator('support')]
    await suspendCitizen(service.foundation, { emailOrSubject: gone.email, reason: 'a test' })
    await service.database.db.query`delete from outbox`
    const made = await make(ida.name)
    expect(made).toMatchObject({ letters: 2, ended_former: false })
    const letters = await service.database.db.query<{ recipient: string; kind: string }>`
      select recipient, kind from outbox order by recipient`
    expect(letters).toEqual(
      ['security@example.org', ida.email, reader.email]
        .sort()
        .map((recipient) => ({ recipient, kind: 'break-glass-made' })),
    )
    expect(await events(ida.citizenId)).toEqual([
      {
        name: 'break-glass-made',
        operator: 'root of the machine',
        details: {
          reason: 'all keys are lost',
          for: ida.name,
          until: expect.stringContaining(made.until.slice(0, 19)),
        },
      },
    ])
    expect(await findOpenGlass(views)).toMatchObject({ name: ida.name, isUsed: false })
    const [metric] = service.service.metrics.filter(
      ({ name }) => name === 'portico_break_glass_end_timestamp_seconds',
    )
    expect(await metric?.read()).toEqual([{ value: Date.parse(made.until) / 1000 }])
    await hourLater()
    expect(await metric?.read()).toEqual([])
  })

  test('says that a contact without an address of mail has to be told', async () => {
    settings.set('PORTICO_SECURITY_CONTACT', 'https://example.org/report')
    const { name } = await operator()
    const ran = await ask(name, '--reason', 'a test')
    expect(ran.out).toMatch(/No letter can be sent to https:\/\/example\.org\/report/)
  })

  test.each([
    ['without a reason', [], 2],
    ['with an empty one', ['--reason', ' '], 2],
  ])('%s is not made', async (_, more, exitCode) => {
    const { name } = await operator()
    expect((await ask(name, ...more)).exitCode).toBe(exitCode)
    expect(await findOpenGlass(views)).toBeUndefined()
  })

  test('is not made for somebody who is no operator, or may not enter, and that is in the audit', async () => {
    const citizen = await addCitizen(service)
    const gone = await operator()
    await suspendCitizen(service.foundation, { emailOrSubject: gone.email, reason: 'a test' })
    for (const [who, because] of [
      [citizen.email, 'no-operator'],
      ['nobody', 'no-operator'],
      [gone.name, 'may-not-enter'],
    ] as const) {
      const before = await service.database.db.query`select 1 from outbox`
      const ran = await ask(who, '--reason', 'a test')
      expect([ran.exitCode, ran.out]).toEqual([1, ''])
      const [event] = await service.database.db.query<{ because: string }>`
        select details ->> 'because' as because from audit_events where name = 'operator-refused'
         order by written_in desc, event_id desc limit 1`
      expect(event).toEqual({ because })
      expect(await service.database.db.query`select 1 from outbox`).toEqual(before)
    }
    expect(await service.database.db.query`select 1 from break_glass`).toEqual([])
  })

  test('is not made where nobody says yes', async () => {
    const { name } = await operator()
    const ran = await portico(
      settingsFor(service.database),
      ['operator', 'break-glass', name, '--reason', 'a test'],
      { ask: async () => 'no' },
    )
    expect(ran.exitCode).toBe(1)
    expect(ran.err).toContain('Every operator gets a letter')
    expect(await findOpenGlass(views)).toBeUndefined()
  })

  test('is not made with the settings of another service, whose letters nobody could open', async () => {
    const { name } = await operator()
    settings.set('PORTICO_SECRET_KEY', Buffer.alloc(32, 77).toString('base64'))
    const ran = await ask(name, '--reason', 'a test')
    expect(ran.err).toContain('this is not the secret key of the service')
    expect(await service.database.db.query`select 1 from break_glass`).toEqual([])
  })

  test('is in no table as it is, nor as a plain hash, and the role of the console reads nothing of it', async () => {
    const { name } = await operator()
    const { code } = await make(name)
    const rows = await service.database.db.query<{ all: string }>`
      select row_to_json(g)::text || (select string_agg(row_to_json(a)::text, '') from audit_events a) as "all" from break_glass g`
    for (const word of [code, readBreakGlassCode(code) ?? '-']) expect(rows[0]?.all).not.toContain(word)
    const [hash] = await views.query<{ hash: Buffer }>`select code_hash as hash from break_glass`
    expect(hash?.hash).toHaveLength(0)
  })
})

// proves: break-glass-once
describe('a code opens the console', () => {
  test('once, as the operator, however it is typed; every event of the session says by what', async () => {
    const ida = await operator()
    const { code, until } = await make(ida.name)
    const cookie = await opened(` ${code.toLowerCase().replaceAll('-', ' ')} `)
    expect(await visit(cookie)).toMatchObject({
      operator: { name: ida.name, role: 'administrator', citizenId: ida.citizenId },
      by: { actor: 'operator', operator: ida.name, reason: 'break-glass' },
    })
    expect(await use(code)).toEqual({ ok: false, refusal: 'wrong' })
    expect((await events(ida.citizenId)).slice(1)).toEqual([
      {
        name: 'break-glass-used',
        operator: ida.name,
        details: {
          reason: 'break-glass',
          until: expect.stringContaining(until.slice(0, 19)),
          browser: HERE.browser,
        },
      },
      { name: 'break-glass-refused', operator: null, details: { because: 'used', network: HERE.network } },
    ])
    expect(await findOpenGlass(views)).toMatchObject({ isUsed: true })
  })

  test('for one of twenty who try at once', async () => {
    const { name } = await operator()
    const { code } = await make(name)
    const tries = await Promise.all(Array.from({ length: 20 }, () => use(code)))
    expect(tries.filter(({ ok }) => ok)).toHaveLength(1)
  })

  test('for one of twenty who leave out every look before it', async () => {
    const { name, citizenId } = await operator()
    await make(name)
    const glass = await findOpenGlass(views)
    const [stored] = await service.database.db.query<{
      hash: Buffer
    }>`select code_hash as hash from break_glass`
    const insert = (fill: number) => views.query`
      insert into break_glass_uses (citizen_id, glass_id, code_hash, session_hash, browser, network, used_at)
      values (${citizenId}, ${glass?.glassId ?? ''}, ${stored?.hash ?? null}, ${Buffer.alloc(32, fill)}, '', '', now())
      returning glass_id`
    const made = await Promise.all(Array.from({ length: 20 }, (_, index) => insert(index)))
    expect(made.filter((rows) => rows.length > 0)).toHaveLength(1)
  })

  test('not when it is over, and not its session', async () => {
    const { name } = await operator()
    const { code } = await make(name)
    const cookie = await opened(code)
    expect(await visit(cookie)).toBeDefined()
    await hourLater()
    expect(await visit(cookie)).toBeUndefined()
    const other = await make(name)
    await hourLater()
    expect(await use(other.code)).toEqual({ ok: false, refusal: 'wrong' })
  })

  test('not when another one was made, which ends the session, too', async () => {
    const { name } = await operator()
    const { code } = await make(name)
    const cookie = await opened(code)
    const other = await make(name)
    expect(other.ended_former).toBe(true)
    expect(await visit(cookie)).toBeUndefined()
    expect(await use(code)).toMatchObject({ refusal: 'wrong' })
    expect((await use(other.code)).ok).toBe(true)
  })

  test.each(['', 'x', 'AAAAA-AAAAA-AAAAA-AAAAA-AAAAA', 'A'.repeat(10_000), "' or true --"])(
    'not by %j, which is told in the audit',
    async (typed) => {
      const { name, citizenId } = await operator()
      await make(name)
      expect(await use(typed)).toEqual({ ok: false, refusal: 'wrong' })
      expect((await events(citizenId)).at(-1)).toMatchObject({
        name: 'break-glass-refused',
        details: { because: 'wrong' },
      })
    },
  )

  test('after ten wrong ones from a network only from another network, also with many at once', async () => {
    const { name, citizenId } = await operator()
    const { code } = await make(name)
    const wrong = await Promise.all(Array.from({ length: 25 }, () => use('wrong')))
    expect(wrong.filter((done) => !done.ok && done.refusal === 'wrong')).toHaveLength(10)
    expect(await use(code)).toEqual({ ok: false, refusal: 'too-many' })
    const refused = (await events(citizenId)).filter((event) => event.name === 'break-glass-refused')
    expect(refused).toHaveLength(10)
    expect((await use(code, { ...HERE, network: '198.51.100' })).ok).toBe(true)
  })

  test('after two hundred wrong ones no more; another code may be tried', async () => {
    const { name, citizenId } = await operator()
    const { code } = await make(name)
    await service.database.db.query`
      insert into audit_events (event_id, filed_under, at, name, citizen_id, actor, details)
      select gen_random_uuid(), ${citizenId}::text::uuid, now(), 'break-glass-refused', ${citizenId}::text::uuid, 'anonymous',
             jsonb_build_object('because', 'wrong', 'network', n::text) from generate_series(1, 200) n`
    expect(await use(code)).toEqual({ ok: false, refusal: 'too-many' })
    const other = await make(name)
    expect((await use(other.code)).ok).toBe(true)
  })

  test('and where there is no code, a try leaves no trace', async () => {
    const { citizenId } = await operator()
    expect(await use('AAAAA-AAAAA-AAAAA-AAAAA-AAAAA')).toEqual({ ok: false, refusal: 'wrong' })
    expect(await events(citizenId)).toEqual([])
  })
})

// proves: break-glass-little
describe('its session', () => {
  test.each([
    ['browser', { ...HERE, browser: 'Chrome Linux' }],
    ['network', { ...HERE, network: '198.51.100' }],
  ])('is over for all when the cookie comes from another %s', async (_, device) => {
    const { name, citizenId } = await operator()
    const cookie = await opened((await make(name)).code)
    expect(await visit(cookie, device)).toBe('elsewhere')
    expect(await visit(cookie)).toBeUndefined()
    expect((await events(citizenId)).at(-1)).toMatchObject({
      name: 'break-glass-ended',
      details: { because: 'elsewhere' },
    })
  })

  test('ends by signing out, once, and with it the code', async () => {
    const { name, citizenId } = await operator()
    const { code } = await make(name)
    const cookie = await opened(code)
    const visitor = await visit(cookie)
    if (visitor === undefined || visitor === 'elsewhere') throw new Error('no visitor')
    const end = () => endGlassVisit(needs(), { ...visitor, cookie, because: 'signed-out' })
    await Promise.all([end(), end(), end()])
    expect(await visit(cookie)).toBeUndefined()
    expect((await use(code)).ok).toBe(false)
    expect(await findOpenGlass(views)).toBeUndefined()
    const ended = (await events(citizenId)).filter((event) => event.name === 'break-glass-ended')
    expect(ended).toHaveLength(1)
  })

  const ENDS: readonly (readonly [string, (email: string, name: string) => Promise<unknown>])[] = [
    [
      'suspended, and reinstated',
      async (emailOrSubject) => {
        await suspendCitizen(service.foundation, { emailOrSubject, reason: 'a test' })
        await reinstateCitizen(service.foundation, { emailOrSubject, reason: 'a test' })
      },
    ],
    [
      'signed out everywhere',
      (emailOrSubject) => signOutCitizen(service.foundation, { emailOrSubject, reason: 'a test' }),
    ],
    [
      'removed, and added again',
      async (emailOrSubject, name) => {
        await removeOperator(service.foundation, name)
        await addOperator(service.foundation, { emailOrSubject, name, role: 'administrator' })
      },
    ],
  ]
  test.each(ENDS)(
    'ends for good where the operator was %s, and so does a code that nobody has used',
    async (_, end) => {
      for (const isUsed of [true, false]) {
        const { name, email } = await operator()
        const { code } = await make(name)
        const cookie = isUsed ? await opened(code) : ''
        // An operator is added to the second.
        await service.database.db.query`update break_glass set made_at = made_at - interval '2 seconds'`
        await end(email, name)
        if (isUsed) expect(await visit(cookie)).toBeUndefined()
        expect((await use(code)).ok).toBe(false)
        expect(await findOpenGlass(views)).toBeUndefined()
      }
    },
  )

  test('is that of the operator as they are now: removed or suspended', async () => {
    const ida = await operator()
    const cookie = await opened((await make(ida.name)).code)
    await suspendCitizen(service.foundation, { emailOrSubject: ida.email, reason: 'a test' })
    expect(await visit(cookie)).toBeUndefined()
    const udo = await operator()
    const { code } = await make(udo.name)
    await removeOperator(service.foundation, udo.name)
    expect((await use(code)).ok).toBe(false)
    expect(await findOpenGlass(views)).toBeUndefined()
  })

  test.each(['', 'x', 'A'.repeat(43)])('is not opened by the cookie %j', async (cookie) => {
    await make((await operator()).name)
    expect(await visit(cookie)).toBeUndefined()
  })

  test('goes with the account', async () => {
    const { name, citizenId } = await operator()
    await opened((await make(name)).code)
    await service.database.db.transaction((tx) => eraseCitizen(tx, citizenId))
    expect(await service.database.db.query`select 1 from break_glass_uses`).toEqual([])
    expect(await service.database.db.query`select 1 from break_glass`).toEqual([])
  })
})

// proves: console-reads-no-secret
test.each([
  [
    'makes no code',
    'insert into break_glass select gen_random_uuid(), gen_random_uuid(), $$x$$, now(), now()',
  ],
  ['keeps no code open', 'update break_glass set ends_at = now()'],
  ['takes no use back', 'delete from break_glass_uses'],
  ['opens no ended session', 'update break_glass_uses set ended_at = null'],
])('the role of the console %s', async (_, statement) => {
  const cookie = await opened((await make((await operator()).name)).code)
  const visitor = await visit(cookie)
  if (visitor === undefined || visitor === 'elsewhere') throw new Error('no visitor')
  await endGlassVisit(needs(), { ...visitor, cookie, because: 'signed-out' })
  await views.query(Object.assign([statement], { raw: [statement] })).catch(() => undefined)
  expect(await visit(cookie)).toBeUndefined()
  expect(await service.database.db.query`select 1 from break_glass`).toHaveLength(1)
})

test('the letter is written in the transaction: where it cannot be, there is no code', async () => {
  const { name, citizenId } = await operator()
  await service.database.db
    .query`alter table outbox add constraint no_letters check (kind <> 'break-glass-made') not valid`
  await ask(name, '--reason', 'a test').catch(() => undefined)
  await service.database.db.query`alter table outbox drop constraint no_letters`
  expect(await service.database.db.query`select 1 from break_glass`).toEqual([])
  expect(await events(citizenId)).toEqual([])
})
