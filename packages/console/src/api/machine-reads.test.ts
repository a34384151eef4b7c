import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { suspendCitizen } from '../../../identity/src/citizens/index.ts'
import { addCitizen, addProgram, signIn } from '../../../identity/testing/people.ts'
import { type ConsoleStage, startStage } from '../../testing/console-stage.ts'
import { addMachine, askApi, type Machine } from '../../testing/machine.ts'

let stage: ConsoleStage
let support: Machine
let security: Machine
beforeAll(async () => {
  stage = await startStage({
    PORTICO_CONSOLE_LOOKS_PER_HOUR: '1000',
    PORTICO_CONSOLE_UNCOVERS_PER_HOUR: '1000',
  })
  support = await addMachine(stage, 'support')
  security = await addMachine(stage, 'security')
})
afterAll(() => stage.close())

const WHY = { ticket: 'HD-17', reason: 'The caller spells it' }
const MARKUP = '<b onclick="x">Eva</b> ÄÖ'
const looksOf = (citizenId: string) =>
  stage.service.database.db.query<{ operator: string; command: string; reason: string | null }>`
    select operator, details ->> 'command' as command, details ->> 'reason' as reason from audit_events
     where name = 'operator-looked' and citizen_id = ${citizenId} order by written_in, event_id`

describe('the search', () => {
  test('says why somebody cannot get in, without the reason that an operator typed; the look has the name of the key', async () => {
    const citizen = await addCitizen(stage.service)
    await suspendCitizen(stage.service.foundation, { emailOrSubject: citizen.email, reason: 'Paul called' })
    const { status, body } = await support.ask('/search', { who: `  ${citizen.email.toUpperCase()} ` })
    expect([status, body.as, body.subject]).toEqual([200, 'account', citizen.subject])
    expect(body.verdict).toMatch(/^An operator suspended the account/)
    expect(body.findings[0]).toMatchObject({ name: 'account-suspended', weight: 'stops' })
    expect(JSON.stringify(body)).not.toContain('Paul')
    expect(await looksOf(citizen.citizenId)).toEqual([
      { operator: `key#${support.name}`, command: 'citizen why', reason: null },
    ])
  })

  test.each(['<script>alert(1)</script>', "'; drop table citizens; --", '\u202eevil'])(
    'answers junk as junk: %s',
    async (who) => {
      const { status, body } = await support.ask('/search', { who })
      expect([status, body.subject, body.findings]).toEqual([200, null, []])
    },
  )
})

// proves: api-covers-personal-data
describe('an account', () => {
  test('has personal data covered until a ticket and a reason are given; both looks stand with the citizen', async () => {
    const citizen = await addCitizen(stage.service, { fullName: MARKUP, phoneNumber: '+34 600 123 456' })
    const there = stage.service.browser()
    await signIn(there, citizen)
    const covered = await support.ask(`/citizens/${citizen.subject}`)
    expect(covered.status).toBe(200)
    expect(covered.body).toMatchObject({ covered: true, subject: citizen.subject, phone_number: '… 56' })
    expect(covered.body.sessions).toMatchObject([{ address: '…' }])
    for (const hidden of [
      citizen.email,
      '600 123',
      'Eva</b>',
      '127.0.0.1',
      citizen.passwordHash,
      citizen.citizenId,
    ])
      expect(JSON.stringify(covered.body)).not.toContain(hidden)
    const shown = await support.ask(`/citizens/${citizen.subject}/uncover`, WHY)
    expect(shown.status).toBe(200)
    expect(shown.body).toMatchObject({ covered: false, name: MARKUP, email: citizen.email })
    expect(shown.body.sessions).toMatchObject([{ address: '127.0.0.1' }])
    expect(shown.body.events.map(({ name }: { name: string }) => name)).toContain('signed-in')
    expect(await looksOf(citizen.citizenId)).toEqual([
      { operator: `key#${support.name}`, command: 'console citizen', reason: null },
      {
        operator: `key#${support.name}`,
        ...{ command: 'console uncover', reason: 'ticket HD-17: The caller spells it' },
      },
    ])
    const activity = await there.get('/account/activity/')
    expect(activity.html.text).toContain('The people who run this service looked at the account')
    expect(activity.body).not.toContain(support.name)
  })

  test.each(['x', 'ana@example.test', '00000000-0000-4000-8000-000000000000', '%2e%2e', '<b>'])(
    'that is none: %s',
    async (subject) => {
      const answer = await support.ask(`/citizens/${encodeURIComponent(subject)}`)
      expect([answer.status, answer.body.code]).toEqual([404, 'unknown_citizen'])
    },
  )

  test.each([
    ['no ticket', { reason: 'a test' }, 'missing_field', 'ticket'],
    ['an empty reason', { ...WHY, reason: '  ' }, 'invalid_field', 'reason'],
    ['a line break', { ...WHY, reason: 'one\ntwo' }, 'invalid_field', 'reason'],
    ['a formula', { ...WHY, ticket: '=1+1' }, 'invalid_field', 'ticket'],
    ['a number', { ...WHY, ticket: 17 }, 'invalid_field', 'ticket'],
  ])('is not uncovered for %s', async (_, body, code, field) => {
    const { subject, email, citizenId } = await addCitizen(stage.service)
    const answer = await support.ask(`/citizens/${subject}/uncover`, body)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ code, field })
    expect(JSON.stringify(answer.body)).not.toContain(email)
    expect(await looksOf(citizenId)).toEqual([])
  })
})

// proves: api-bounds-looks
describe('looks of a key', () => {
  test('have the same end as those of an operator, also for many at once, and uncover fewer times', async () => {
    const small = await startStage({
      PORTICO_CONSOLE_LOOKS_PER_HOUR: '5',
      PORTICO_CONSOLE_UNCOVERS_PER_HOUR: '2',
    })
    try {
      const machine = await addMachine(small, 'support')
      const { subject, email } = await addCitizen(small.service)
      const uncover = () => machine.ask(`/citizens/${subject}/uncover`, WHY)
      const asked = [await uncover(), await uncover(), await uncover()]
      expect(asked.map(({ status }) => status)).toEqual([200, 200, 429])
      expect((await machine.ask('/search', { who: email })).status).toBe(200)
      const others = await Promise.all(Array.from({ length: 12 }, () => addCitizen(small.service)))
      const many = await Promise.all(others.map((other) => machine.ask('/search', { who: other.email })))
      expect(many.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(4)
      const codes = many.flatMap(({ body }) => body.code ?? [])
      expect(['too_many_looks', 'one_at_a_time']).toEqual(expect.arrayContaining(codes))
      for (const other of others) await machine.ask('/search', { who: other.email })
      expect((await machine.ask(`/citizens/${subject}`)).status).toBe(200)
      const spent = await machine.ask(`/citizens/${(await addCitizen(small.service)).subject}`)
      expect([spent.status, spent.body.code]).toEqual([429, 'too_many_looks'])
      expect(Number(spent.headers.get('retry-after'))).toBeGreaterThan(3000)
      const [looked] = await small.service.database.db.query<{ times: number }>`
        select count(distinct citizen_id)::int as times from audit_events
         where name = 'operator-looked' and operator = ${`key#${machine.name}`}`
      expect(looked?.times).toBe(5)
      expect((await (await addMachine(small, 'support')).ask('/search', { who: email })).status).toBe(200)
    } finally {
      await small.close()
    }
  })
})

describe('how the service is', () => {
  test('the day, programs, keys, letters, limits and operators', async () => {
    const { clientId } = await addProgram(stage.service, { name: MARKUP })
    const administrator = await addMachine(stage, 'administrator')
    const ida = await stage.operator('reader')
    const today = (await administrator.ask('/today')).body
    expect(today.hours).toHaveLength(24)
    expect(today.hours.at(-1).sign_ins.events).toBeGreaterThan(0)
    const { programs } = (await administrator.ask('/programs')).body
    expect(programs).toContainEqual(
      expect.objectContaining({ client_id: clientId, name: MARKUP, live_secrets: 1, last_used_at: null }),
    )
    expect((await administrator.ask('/keys')).body.keys.length).toBeGreaterThan(0)
    expect((await administrator.ask('/letters')).body).toMatchObject({ given_up: [] })
    expect((await administrator.ask('/limits')).body).toEqual({ limits: [] })
    const { operators } = (await administrator.ask('/operators')).body
    expect(operators).toContainEqual(
      expect.objectContaining({ name: ida.name, role: 'reader', may_enter: true }),
    )
    expect(JSON.stringify(operators)).not.toContain('@')
  })
})

// proves: api-pages-by-key
describe('pages of the audit', () => {
  const ids = (page: { events: readonly { event_id: string }[] }) => page.events.map((one) => one.event_id)

  /** Events of which several are at one instant. */
  const happen = (events: number, operator: string, secondsAgo = 0) => stage.service.database.db.query`
    insert into audit_events (event_id, at, name, actor, operator, details)
    select gen_random_uuid(), to_timestamp(${stage.service.clock.now()}) - make_interval(secs => ${secondsAgo}::int + n / 3), 'citizen-suspended', 'operator', ${operator}, '{}'
      from generate_series(1, ${events}::int) as n`

  test.each([
    ['found by an index', true],
    ['found by a walk', false],
  ])('have every event once, the newest first, while others arrive (%s)', async (_, isIndexed) => {
    const operator = `Pia ${isIndexed}`
    await happen(23, operator)
    const filter = isIndexed ? { operator } : { event: 'citizen-suspended' }
    const [all] = await stage.service.database.db.query<{ ids: readonly string[] }>`
        select json_agg(event_id order by at desc, event_id desc) as ids from audit_events
         where name = 'citizen-suspended' and (${isIndexed} is false or operator = ${operator})`
    const seen: string[] = []
    let next: string | null = null
    do {
      const { status, body }: Awaited<ReturnType<Machine['ask']>> = await security.ask('/audit', {
        ...{ ...filter, most: 4 },
        ...(next !== null && { next }),
      })
      expect(status).toBe(200)
      seen.push(...ids(body))
      next = body.next
      await happen(1, operator, isIndexed ? -60 : -120)
    } while (next !== null)
    expect(seen).toEqual(all?.ids)
  })

  test('by every filter, and what can be in no event is refused with its member', async () => {
    const { body } = await security.ask('/audit', { event: 'citizen-suspended', operator: 'nobody' })
    expect(body).toEqual({ events: [], next: null })
    for (const [name, value] of Object.entries({
      ...{ event: 'Not An Event', operator: '=cmd()', address: 'here', client: '<b>', request: 'x' },
      ...{ next: 'AAAA', most: 0 },
    })) {
      const answer = await security.ask('/audit', { [name]: value })
      expect([answer.status, answer.body.code, answer.body.field]).toEqual([400, 'invalid_field', name])
    }
    for (const at of [
      '2026-13-45T99:99:99',
      '2024-02-30T00:00:00',
      '0000-01-01T00:00:00',
      '2024-01-01T24:00:00',
    ]) {
      const made = Buffer.from(`${at}.000000Z 00000000-0000-4000-8000-000000000000`)
      const answer = await security.ask('/audit', { next: made.toString('base64url') })
      expect([at, answer.status, answer.body.field]).toEqual([at, 400, 'next'])
    }
  })

  test('the look says what was looked for', async () => {
    await security.ask('/audit', { event: 'signed-in', address: '192.0.2.7' })
    const looks = await stage.service.database.db.query`
      select 1 from audit_events where operator = ${`key#${security.name}`}
         and details ->> 'command' = 'console audit --event signed-in --address 192.0.2.7'`
    expect(looks).toHaveLength(1)
  })
})

// proves: api-reads-strictly
describe('a request is refused', () => {
  const search = (body: string, headers: Readonly<Record<string, string>> = {}) =>
    support.ask('/search', body, headers)

  test.each([
    ['no JSON', '{', 'invalid_json'],
    ['a list', '[]', 'invalid_json'],
    ['nothing', '', 'invalid_json'],
    ['a name twice', '{"who":"a","who":"b"}', 'invalid_json'],
    ['a member that is not known', '{"who":"a","__proto__":{"who":"b"}}', 'unknown_field'],
    ['a member of another kind', '{"who":{}}', 'invalid_field'],
    ['null', '{"who":null}', 'invalid_field'],
    ['half a character', '{"who":"\\ud800"}', 'invalid_field'],
    ['NUL, which PostgreSQL does not store', '{"who":"a\\u0000b"}', 'invalid_field'],
    ['a line break', '{"who":"a\\nb"}', 'invalid_field'],
    ['only blanks', '{"who":" "}', 'invalid_field'],
    ['a long text', JSON.stringify({ who: 'x'.repeat(321) }), 'invalid_field'],
    ['a long body', JSON.stringify({ who: 'x'.repeat(20_000) }), 'body_too_large'],
    ['without the member', '{}', 'missing_field'],
  ])('with %s', async (_, body, code) => {
    const answer = await search(body)
    expect([answer.status, answer.body.code]).toEqual([400, code])
    expect(Object.keys(answer.body)).toEqual(expect.arrayContaining(['code', 'detail', 'request_id']))
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=utf-16', ''])(
    'of another kind: %s',
    async (type) => {
      const answer = await search('{"who":"a"}', { 'content-type': type })
      expect([answer.status, answer.body.code]).toEqual([415, 'unsupported_media_type'])
    },
  )

  test.each([
    ['DELETE', '/today', 'GET'],
    ['HEAD', '/today', 'GET'],
    ['PUT', '/search', 'POST'],
    ['GET', '/search', 'POST'],
    ['OPTIONS', '/citizens/x', 'GET'],
    ['PATCH', '/citizens/x/uncover', 'POST'],
  ])('by %s of %s, with what is allowed', async (method, path, allowed) => {
    const headers = { authorization: `Bearer ${support.key}` }
    const answer = await askApi(stage, path, { method, headers })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, allowed])
    if (method !== 'HEAD') expect(answer.body.code).toBe('method_not_allowed')
  })

  test.each(['/', '/nothing', '/today/', '/citizens/', '/citizens/a/b', '/Today'])(
    'at an address with nothing: %s',
    async (path) => {
      const answer = await support.ask(path)
      expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
    },
  )
})

test('nothing that was searched for, no key and no name is in a log line', async () => {
  const { email, subject } = await addCitizen(stage.service)
  await support.ask('/search', { who: email })
  await support.ask(`/citizens/${subject}`)
  const said = stage.logLines.join('\n')
  expect(said).toContain('"http.route":"/admin/v1/citizens/{subject}"')
  for (const secret of [email, subject, support.key, 'portico_key_', 'Ana Example'])
    expect(said).not.toContain(secret)
})

test('without the database it answers 503 in JSON, and with it again', async () => {
  const small = await startStage()
  try {
    const machine = await addMachine(small, 'reader')
    const { db, database } = small.service.database
    const { username } = new URL(small.config.databaseUrl)
    const raw = (text: string) => db.query(Object.assign([text], { raw: [text] }))
    await raw(`alter database ${database} connection limit 0`)
    await db.query`select pg_terminate_backend(pid) from pg_stat_activity where usename = ${username}`
    const answer = await machine.ask('/today')
    expect([answer.status, answer.body.code, answer.headers.get('retry-after')]).toEqual([
      ...[503, 'unavailable', '2'],
    ])
    await raw(`alter database ${database} connection limit -1`)
    expect((await machine.ask('/today')).status).toBe(200)
  } finally {
    await small.close()
  }
})
