// Takes over 10 s: hundreds of requests are sent, by keys of each role.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mayAs, ROLES } from '../../../identity/src/operators/index.ts'
import { type ConsoleStage, startStage } from '../../testing/console-stage.ts'
import { addMachine, askApi, removeMachine } from '../../testing/machine.ts'
import { API_OPERATIONS } from './api-routes.ts'
import { MOST_REQUESTS } from './request-bound.ts'

let stage: ConsoleStage
beforeAll(async () => {
  stage = await startStage({
    PORTICO_CONSOLE_LOOKS_PER_HOUR: '1000',
    PORTICO_CONSOLE_TRUSTED_PROXIES: '127.0.0.1',
  })
})
afterAll(() => stage.close())
beforeEach(() => stage.service.database.db.query`delete from machine_key_guesses`)

/** As a key looks. */
const WRONG_KEY = `portico_key_${'a'.repeat(43)}`
const NOBODY = '00000000-0000-4000-8000-000000000001'
const BODIES: Readonly<Record<string, unknown>> = {
  '/search': { who: 'nobody@example.test' },
  '/audit': {},
  '/citizens/{subject}/uncover': { ticket: 'T-1', reason: 'a test' },
  '/citizens/{subject}/acts': { act: 'citizen sign-out', ticket: 'T-1', reason: 'a test' },
  '/acts/{order}/confirm': '',
}
const ONCE = { 'idempotency-key': '"a request of a test"' }
const EVERY = API_OPERATIONS.map((one) => ({ ...one, address: one.path.replace(/\{\w+\}/, NOBODY) }))
/** There is no such account and no such order; an act on nobody waits for the service, which does not run here. */
const foundAt = (path: string) => {
  if (path.endsWith('}/acts')) return 202
  return path.includes('{') ? 404 : 200
}
const from = (address: string) => ({ 'x-forwarded-for': address })
const refusals = () =>
  stage.service.database.db.query<{ because: string; page: string; operator: string | null }>`
    select details ->> 'because' as because, details ->> 'page' as page, operator from audit_events
     where name = 'console-refused' order by written_in, event_id`
const forget = () => stage.service.database.db.query`truncate audit_events`

// proves: api-needs-key
describe('every operation', () => {
  test.each(EVERY)(
    '$method $path answers no one without a key, says how, and sets no cookie',
    async (one) => {
      const answer = await askApi(stage, one.address, { body: BODIES[one.path] })
      expect(answer.status).toBe(401)
      expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="portico-console"')
      expect(answer.headers.get('set-cookie')).toBeNull()
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
      expect(answer.body).toEqual({
        ...{ code: 'missing_key', detail: expect.any(String) },
        request_id: answer.headers.get('x-request-id'),
      })
    },
  )

  test.each(ROLES)(
    'is answered for %s as far as the role reaches; every refusal is in the audit',
    async (role) => {
      const machine = await addMachine(stage, role)
      await forget()
      const seen: Record<string, number> = {}
      for (const { operationId, address, path } of EVERY)
        seen[operationId] = (await machine.ask(address, BODIES[path], ONCE)).status
      const wanted = EVERY.map(({ operationId, path, role: needed }) => [
        operationId,
        mayAs(role, needed) ? foundAt(path) : 403,
      ])
      expect(seen).toEqual(Object.fromEntries(wanted))
      const refused = EVERY.flatMap(({ path, role: needed }) => {
        const because = mayAs(role, needed) ? path.includes('{order}') && 'no-such-order' : 'role'
        return because ? [{ because, page: `/admin/v1${path}`, operator: `key#${machine.name}` }] : []
      })
      expect(await refusals()).toEqual(refused)
    },
  )

  test('refused by the role challenges for another scope, and stands twenty times an hour in the audit', async () => {
    const machine = await addMachine(stage, 'reader')
    await forget()
    for (let times = 0; times < 22; times += 1) {
      const answer = await machine.ask('/operators')
      expect([answer.status, answer.body.code]).toEqual([403, 'insufficient_role'])
      expect(answer.headers.get('www-authenticate')).toContain('error="insufficient_scope"')
    }
    expect(await refusals()).toHaveLength(20)
  })

  test('is a look under the name of the key', async () => {
    const machine = await addMachine(stage, 'security')
    await forget()
    for (const path of ['/today', '/programs', '/keys', '/letters', '/limits']) await machine.ask(path)
    const looks = await stage.service.database.db.query`
      select operator, actor, details ->> 'command' as command from audit_events order by written_in`
    expect(looks).toEqual(
      ['today', 'programs', 'keys', 'letters', 'limits'].map((name) => ({
        ...{ operator: `key#${machine.name}`, actor: 'operator', command: `console ${name}` },
      })),
    )
    const found = await machine.ask('/audit', { operator: `key#${machine.name}`, event: 'operator-looked' })
    expect(found.body.events).toHaveLength(5)
  })
})

describe('a key', () => {
  const challenged = async (headers: Readonly<Record<string, string>>, path = '/today') => {
    const answer = await askApi(stage, path, { headers })
    return [answer.status, answer.body.code, answer.headers.get('www-authenticate')]
  }
  const WRONG = [401, 'invalid_key', 'Bearer realm="portico-console", error="invalid_token"']
  const MISSING = [401, 'missing_key', 'Bearer realm="portico-console"']

  test('opens nothing any more when it is removed, when it is over, and with one letter changed', async () => {
    const removed = await addMachine(stage, 'reader')
    expect((await removed.ask('/today')).status).toBe(200)
    await removeMachine(stage, removed)
    expect(await challenged({ authorization: `Bearer ${removed.key}` })).toEqual(WRONG)
    const over = await addMachine(stage, 'reader')
    await stage.service.database.db.query`
      update machine_keys set ends_at = now() - interval '1 second' where name = ${over.name}`
    expect(await challenged({ authorization: `Bearer ${over.key}` })).toEqual(WRONG)
    const { key } = await addMachine(stage, 'reader')
    const changed = key.slice(0, -1) + (key.endsWith('A') ? 'B' : 'A')
    expect(await challenged({ authorization: `Bearer ${changed}` })).toEqual(WRONG)
    expect(await challenged({ authorization: `bearer ${key}` })).toEqual([200, undefined, null])
  })

  test('has another role from the next request on', async () => {
    const machine = await addMachine(stage, 'administrator')
    expect((await machine.ask('/operators')).status).toBe(200)
    await stage.service.database.db
      .query`update machine_keys set role = 'reader' where name = ${machine.name}`
    expect((await machine.ask('/operators')).status).toBe(403)
  })

  test('is read in the header alone: not in the address, a cookie, Basic, or beside another one', async () => {
    const { key } = await addMachine(stage, 'reader')
    expect(await challenged({}, `/today?access_token=${key}`)).toEqual(MISSING)
    expect(await challenged({ cookie: `access_token=${key}; authorization=Bearer ${key}` })).toEqual(MISSING)
    expect(await challenged({ authorization: `Basic ${btoa(`key:${key}`)}` })).toEqual(MISSING)
    expect(await challenged({ authorization: `Bearer ${key} ${key}` })).toEqual(MISSING)
    expect(await challenged({ authorization: key })).toEqual(MISSING)
    expect(await challenged({ authorization: `Bearer ${key}` }, '/today?x=1')).toEqual([
      ...[400, 'unknown_parameter', null],
    ])
    expect(stage.logLines.join('\n')).not.toContain(key)
  })

  test('is not the hash that the console sends, nor the one that is stored', async () => {
    const { name } = await addMachine(stage, 'reader')
    const [row] = await stage.service.database.db.query<{ stored: string }>`
      select encode(key_hash, 'hex') as stored from machine_keys where name = ${name}`
    expect(await challenged({ authorization: `Bearer ${row?.stored}` })).toEqual(WRONG)
  })

  test('notes its last use and the network, at most once a minute', async () => {
    const machine = await addMachine(stage, 'reader')
    const used = async () => {
      const [row] = await stage.service.database.db.query<{ at: string | null; network: string | null }>`
        select last_used_at::text as at, last_used_from as network from machine_keys where name = ${machine.name}`
      return row
    }
    expect(await used()).toEqual({ at: null, network: null })
    await machine.ask('/today', undefined, from('203.0.113.9'))
    const first = await used()
    expect(first?.network).toBe('203.0.113')
    await machine.ask('/today', undefined, from('198.51.100.9'))
    expect(await used()).toEqual(first)
    await stage.service.database.db.query`
      update machine_keys set last_used_at = last_used_at - interval '61 seconds' where name = ${machine.name}`
    await machine.ask('/today', undefined, from('198.51.100.9'))
    expect((await used())?.network).toBe('198.51.100')
  })

  test('asks so many times within a minute, and another key still may', async () => {
    const machine = await addMachine(stage, 'reader')
    for (let times = 0; times < MOST_REQUESTS; times += 50)
      await Promise.all(Array.from({ length: 50 }, () => machine.ask('/today?x')))
    const answer = await machine.ask('/today')
    expect([answer.status, answer.body.code]).toEqual([429, 'too_many_requests'])
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await (await addMachine(stage, 'reader')).ask('/today')).status).toBe(200)
  })
})

// proves: api-counts-guesses
describe('wrong keys', () => {
  const guess = (address: string) =>
    askApi(stage, '/today', { headers: { authorization: `Bearer ${WRONG_KEY}`, ...from(address) } })

  test('are counted by network, also many at once; another network and a right key still may', async () => {
    await forget()
    const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => guess(`203.0.113.${index}`)))
    const statuses = answers.map(({ status }) => status)
    expect([
      statuses.filter((one) => one === 401).length,
      statuses.filter((one) => one === 429).length,
    ]).toEqual([30, 10])
    expect((await guess('203.0.113.200')).body.code).toBe('too_many_wrong_keys')
    expect((await guess('198.51.100.1')).status).toBe(401)
    expect(await refusals()).toHaveLength(31)
    const machine = await addMachine(stage, 'reader')
    expect((await machine.ask('/today', undefined, from('203.0.113.7'))).status).toBe(200)
  })

  test.each(['x', 'portico_key_wrong', `${WRONG_KEY}a`, `${WRONG_KEY}=`, 'a'.repeat(55)])(
    'that are none are refused without a question to the database and without a trace: %s',
    async (value) => {
      await forget()
      for (let times = 0; times < 35; times += 1) {
        const answer = await askApi(stage, '/today', { headers: { authorization: `Bearer ${value}` } })
        expect([answer.status, answer.body.code]).toEqual([401, 'invalid_key'])
      }
      expect(await refusals()).toEqual([])
      expect(await stage.service.database.db.query`select 1 from machine_key_guesses`).toEqual([])
    },
  )

  test('of many networks are counted for two hundred of them; a right key still may', async () => {
    await forget()
    await stage.service.database.db.query`
      insert into machine_key_guesses (network, guesses, began_at)
      select 'n' || n, 1, now() from generate_series(1, 199) n`
    expect((await guess('203.0.113.1')).status).toBe(401)
    expect((await guess('198.51.100.1')).status).toBe(429)
    expect((await guess('203.0.113.2')).status).toBe(401)
    expect(await refusals()).toHaveLength(2)
    const machine = await addMachine(stage, 'reader')
    expect((await machine.ask('/today', undefined, from('198.51.100.1'))).status).toBe(200)
  })

  test('begin anew after an hour', async () => {
    for (let times = 0; times < 31; times += 1) await guess('203.0.113.1')
    expect((await guess('203.0.113.1')).status).toBe(429)
    await stage.service.database.db.query`
      update machine_key_guesses set began_at = began_at - interval '61 minutes'`
    expect((await guess('203.0.113.1')).status).toBe(401)
  })
})

// proves: api-no-cookie
describe('a cookie of the console', () => {
  test('opens nothing, also that of an administrator, and a key opens no page', async () => {
    const ida = await stage.operator('administrator')
    expect((await ida.open('/operators/')).status).toBe(200)
    const cookie = [...ida.inner.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    for (const { address, path } of EVERY) {
      const answer = await askApi(stage, address, { body: BODIES[path], headers: { cookie } })
      expect([answer.status, answer.headers.get('set-cookie')]).toEqual([401, null])
    }
    const { key } = await addMachine(stage, 'administrator')
    const page = await fetch(`${stage.url}/operators/`, {
      headers: { authorization: `Bearer ${key}` },
      redirect: 'manual',
    })
    expect([page.status, (await page.text()).includes(ida.name)]).toEqual([401, false])
  })
})

describe('the role of the console in PostgreSQL', () => {
  test('reads no hash of a key, makes none, changes none and deletes none', async () => {
    const { name } = await addMachine(stage, 'reader')
    const views = await import('../../../identity/src/platform/postgres/connect.ts').then(({ openPool }) =>
      openPool(
        { kind: 'url', url: `${stage.config.databaseUrl}&search_path=portico_console` },
        { connections: 1, deadlineMilliseconds: 20_000, access: 'any' },
      ),
    )
    const read = await views.query`select key_hash from machine_keys where name = ${name}`
    expect(read).toEqual([{ key_hash: Buffer.alloc(0) }])
    const forged = await views.query`
      insert into machine_keys (name, key_hash, role, added_by, added_at, ends_at)
      values ('forged', sha256('x'), 'administrator', 'me', now(), now() + interval '1 day') returning name, role`
    expect(forged).toEqual([{ name: null, role: null }])
    const DENIED = /permission denied/
    await expect(views.query`update machine_keys set role = 'administrator'`).rejects.toThrow(DENIED)
    await expect(views.query`delete from machine_keys`).rejects.toThrow(DENIED)
    await expect(views.query`delete from machine_key_guesses`).rejects.toThrow(DENIED)
    await expect(views.query`select key_hash from public.machine_keys`).rejects.toThrow(DENIED)
    await views.close()
    const all = await stage.service.database.db.query`select 1 from machine_keys where name = 'forged'`
    expect(all).toEqual([])
  })
})
