import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { testOnOneServer } from '../../testing/one-server.ts'
import { insertCitizen } from '../citizens/index.ts'
import { addressHash } from '../guesses/index.ts'
import { randomUuid } from '../platform/random.ts'
import { systemClock } from '../platform/system-clock.ts'
import { systemRandom } from '../platform/system-random.ts'
import { portico, settingsFor } from './portico.fixture.ts'

const CALLBACK = 'http://localhost:4100/api/v1/sso/callback/'
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/

let database: TestDatabase
let settings: Record<string, string>

beforeAll(async () => {
  database = await createTestDatabase()
  settings = settingsFor(database)
})
afterAll(() => database.drop())

const run = (...args: string[]) => portico(settings, args)

async function addClient(...more: string[]) {
  const ran = await run('client', 'add', 'Parking permits', '--redirect-uri', CALLBACK, '--json', ...more)
  expect(ran).toMatchObject({ exitCode: 0, err: '' })
  return ran.json<{ client_id: string; client_secret: string; secret_id: string; redirect_uris: string[] }>()
}

async function addCitizen() {
  const citizen = {
    citizenId: randomUuid(systemRandom),
    subject: randomUuid(systemRandom),
    email: `${systemRandom.bytes(6).toString('hex')}@example.org`,
    emailVerified: true,
    fullName: 'Ada Lovelace',
    phoneNumber: '',
    language: '',
    standing: 'active' as const,
    securityVersion: 1,
    passwordHash: 'x',
    createdAt: systemClock.now(),
  }
  await insertCitizen(database.db, citizen)
  return citizen
}

const eventNames = async () => {
  const rows = await database.db.query<{ name: string }>`select name from audit_events order by at, event_id`
  return rows.map((row) => row.name)
}

async function connect(citizenId: string, clientId: string): Promise<void> {
  await database.db.query`
    insert into connections (citizen_id, client_id, scope, connected_at, last_entered_at)
    values (${citizenId}, ${clientId}, 'openid', to_timestamp(1), to_timestamp(1))`
}

async function connectionsOf(citizenId: string): Promise<readonly string[]> {
  const rows = await database.db.query<{ clientId: string }>`
    select client_id as "clientId" from connections where citizen_id = ${citizenId}`
  return rows.map(({ clientId }) => clientId)
}

describe('clients', () => {
  test('client remove takes along what citizens allowed that program, and nothing else', async () => {
    const [gone, stays] = [(await addClient()).client_id, (await addClient()).client_id]
    const { citizenId } = await addCitizen()
    for (const clientId of [gone, stays]) await connect(citizenId, clientId)
    const { exitCode } = await run('client', 'remove', gone)
    expect([exitCode, await connectionsOf(citizenId)]).toEqual([0, [stays]])
  })

  test('client add prints id and secret once, and no other command ever prints the secret', async () => {
    const { client_id, client_secret } = await addClient()
    expect(client_id).toMatch(/^[A-Za-z0-9]+$/)
    expect(client_secret).toMatch(/^[A-Za-z0-9]{48}$/)
    for (const args of [['list'], ['show', client_id], ['secret', 'list', client_id]]) {
      for (const json of [[], ['--json']]) {
        const ran = await run('client', ...args, ...json)
        expect(ran.exitCode).toBe(0)
        expect(ran.out).not.toContain(client_secret)
      }
    }
    const { out } = await run('audit', '--json')
    expect([out.includes(client_id), out.includes(client_secret)]).toEqual([true, false])
  })

  test('client list --json', async () => {
    const { client_id } = await addClient('--skip-confirm', '--token-limit', '600')
    const clients = (await run('client', 'list', '--json')).json<Record<string, unknown>[]>()
    expect(clients.find((client) => client['client_id'] === client_id)).toEqual({
      ...{ client_id, name: 'Parking permits', names: {}, homes: {}, home: new URL('/', CALLBACK).href },
      redirect_uris: [CALLBACK],
      scope: 'openid profile email offline_access',
      confirmation: 'skip-first-time',
      token_limit_per_minute: 600,
      introspection_limit_per_minute: null,
      disabled: false,
      disabled_at: null,
      created_at: expect.stringMatching(ISO),
    })
  })

  test('several redirect URIs: the option repeated, or several values after it', async () => {
    const [b, c] = ['https://b.example.org/cb', 'https://c.example.org/cb']
    expect((await addClient('--redirect-uri', b)).redirect_uris).toEqual([CALLBACK, b])
    const together = await run('client', 'add', '--redirect-uri', b, c, 'Name', '--json')
    expect(together.json()).toMatchObject({ name: 'Name', redirect_uris: [b, c] })
  })

  test.each([
    [['--redirect-uri', 'http://parking.example.org/'], 'must begin with https://'],
    [['--redirect-uri', 'https://parking.example.org/#x'], 'has a fragment'],
    [['--redirect-uri', 'https://*.example.org/'], 'has a wildcard'],
    [['--redirect-uri', 'https://a.example/%2e%2e/cb'], 'Write the path that it stands for'],
    [['--redirect-uri', 'https://u:p@example.org/'], 'has a user name'],
    [['--redirect-uri', 'parking'], 'is not an absolute https:// address'],
    [['--redirect-uri', 'https://a.example/', '--scope', 'openid phone'], 'has a word that is not one of'],
    [['--redirect-uri', 'https://a.example/', '--scope', 'email'], 'must contain openid'],
    [['--redirect-uri', 'https://a.example/', '--token-limit', '0'], 'A limit is a whole number from 1'],
  ])('client add X %j is refused with 1 and leaves nothing', async (options, sentence) => {
    const before = (await run('client', 'list', '--json')).json<unknown[]>().length
    const { exitCode, out, err } = await run('client', 'add', 'X', ...options)
    expect([exitCode, out]).toEqual([1, ''])
    expect(err).toContain(sentence)
    expect((await run('client', 'list', '--json')).json<unknown[]>()).toHaveLength(before)
  })

  test('update changes what is named; none takes a limit away', async () => {
    const { client_id } = await addClient('--token-limit', '600')
    const changed = await run(
      'client',
      'update',
      client_id,
      '--name',
      'Parking',
      '--skip-confirm',
      '--token-limit',
      'none',
      '--json',
    )
    expect(changed.json()).toMatchObject({
      name: 'Parking',
      confirmation: 'skip-first-time',
      token_limit_per_minute: null,
      redirect_uris: [CALLBACK],
    })
    expect((await run('client', 'update', client_id, '--confirm', '--json')).json()).toMatchObject({
      confirmation: 'first-time',
    })
  })

  test('disable, enable and remove; twice is no trouble but for remove', async () => {
    const { client_id } = await addClient()
    expect((await run('client', 'disable', client_id, '--json')).json()).toMatchObject({ disabled: true })
    expect(await run('client', 'enable', client_id)).toMatchObject({
      out: expect.stringContaining('is enabled. Its citizens must sign in again.'),
    })
    expect(await run('client', 'disable', client_id)).toMatchObject({
      out: expect.stringContaining('is disabled. Its codes, grants and tokens have ended.'),
    })
    expect((await run('client', 'disable', '--help')).out).toContain('end its codes, grants and tokens')
    expect(await run('client', 'disable', client_id)).toMatchObject({
      exitCode: 0,
      out: expect.stringContaining('was already disabled'),
    })
    expect((await run('client', 'enable', client_id, '--json')).json()).toMatchObject({ disabled: false })
    expect((await run('client', 'remove', client_id)).exitCode).toBe(0)
    expect(await run('client', 'remove', client_id)).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining('There is no client'),
    })
  })

  test.each([
    ['show', 'nobody'],
    ['update', 'nobody', '--name', 'X'],
    ['disable', 'nobody'],
    ['enable', 'nobody'],
    ['remove', 'nobody'],
    ['secret', 'add', 'nobody'],
    ['secret', 'list', 'nobody'],
    ['secret', 'retire', 'nobody', 'none'],
  ])('client %s %s: an unknown client is refused with 1', async (...args) => {
    const { exitCode, out, err } = await run('client', ...args)
    expect([exitCode, out]).toEqual([1, ''])
    expect(err).toMatch(/^portico: There is no (?:such )?client/)
  })

  test('secrets: add with an end, list, retire', async () => {
    const { client_id, secret_id } = await addClient()
    const added = await run(
      'client',
      'secret',
      'add',
      client_id,
      '--label',
      'autumn',
      '--until',
      '30d',
      '--json',
    )
    const second = added.json<{ secret_id: string; client_secret: string }>()
    expect(second.client_secret).toMatch(/^[A-Za-z0-9]{48}$/)
    const list = async () =>
      (await run('client', 'secret', 'list', client_id, '--json')).json<Record<string, unknown>[]>()
    expect(await list()).toContainEqual({
      secret_id: second.secret_id,
      label: 'autumn',
      created_at: expect.stringMatching(ISO),
      last_used_at: null,
      expires_at: expect.stringMatching(ISO),
      refused_at: null,
    })
    expect((await run('client', 'secret', 'retire', client_id, secret_id)).exitCode).toBe(0)
    const ends = new Map((await list()).map((secret) => [secret['secret_id'], String(secret['expires_at'])]))
    expect(Date.parse(ends.get(secret_id) ?? '')).toBeLessThanOrEqual(Date.now())
    expect(Date.parse(ends.get(second.secret_id) ?? '')).toBeGreaterThan(Date.now())
    expect(await run('client', 'secret', 'retire', client_id, secret_id)).toMatchObject({ exitCode: 1 })
    const last = await run('client', 'secret', 'retire', client_id, second.secret_id)
    expect(last.out).toContain('cannot authenticate any more')
  })
})

describe('citizens', () => {
  test('citizen close erases what every room keeps of the citizen', async () => {
    const { citizenId, subject } = await addCitizen()
    await connect(citizenId, (await addClient()).client_id)
    const { exitCode } = await run('citizen', 'close', subject, '--reason', 'asked for by the citizen')
    expect([exitCode, await connectionsOf(citizenId)]).toEqual([0, []])
  })

  test('show, by address in any spelling or subject', async () => {
    const { subject, email } = await addCitizen()
    for (const who of [email, email.toUpperCase(), subject]) {
      expect((await run('citizen', 'show', who, '--json')).json()).toMatchObject({
        subject,
        email,
        email_verified: true,
        standing: 'active',
        security_version: 1,
      })
    }
    expect((await run('citizen', 'show', email)).out).toContain('active')
  })

  test('a password hash or internal id is never shown', async () => {
    const { email, citizenId } = await addCitizen()
    const { out } = await run('citizen', 'show', email, '--json')
    expect(out).not.toContain(citizenId)
    expect(out).not.toContain('password')
  })

  test('suspend, reinstate, require-verification, sign-out, close, with their reasons in the audit', async () => {
    const { email, subject } = await addCitizen()
    const change = async (verb: string, who = email) =>
      (await run('citizen', verb, who, '--reason', `because of ${verb}`, '--json')).json()
    expect(await change('suspend')).toMatchObject({
      standing: 'suspended',
      security_version: 2,
      changed: true,
    })
    expect(await change('suspend')).toMatchObject({
      standing: 'suspended',
      security_version: 2,
      changed: false,
    })
    expect(await change('reinstate')).toMatchObject({
      standing: 'active',
      security_version: 2,
      changed: true,
    })
    expect(await change('require-verification')).toMatchObject({ email_verified: false, security_version: 3 })
    expect(await change('sign-out')).toMatchObject({ security_version: 4 })
    expect(await change('close')).toMatchObject({
      subject,
      standing: 'closed',
      email: '',
      name: '',
      security_version: 5,
    })
    expect(await change('close', subject)).toMatchObject({ changed: false })
    const events = (await run('audit', '--citizen', subject, '--json')).json<
      { name: string; details: { reason?: string } }[]
    >()
    const acts = events.filter(({ name }) => name !== 'operator-looked')
    expect(acts.map((event) => event.details.reason)).toEqual(
      ['suspend', 'reinstate', 'require-verification', 'sign-out', 'close'].map(
        (verb) => `because of ${verb}`,
      ),
    )
    expect(await run('citizen', 'show', email)).toMatchObject({ exitCode: 1 })
    expect((await run('citizen', 'reinstate', subject, '--reason', 'x')).err).toContain('closed for good')
  })

  test('forgive-failures forgets the wrong passwords in a row at the address and in its browsers, once', async () => {
    const { email, citizenId } = await addCitizen()
    const now = Math.floor(Date.now() / 1000)
    await database.db.query`
      insert into guessed_addresses (address_hash, failures, forget_at)
      values (${addressHash(email)}, 100, to_timestamp(${now + 1000})), ('other', 7, to_timestamp(${now + 1000}))`
    await database.db.query`
      insert into known_devices (citizen_id, device_hash, first_seen_at, last_seen_at, failures)
      values (${citizenId}, 'd', to_timestamp(0), to_timestamp(0), 100)`
    const forgive = (...more: readonly string[]) =>
      run('citizen', 'forgive-failures', email, '--reason', 'no mail arrives', ...more)
    expect((await forgive('--json')).json()).toMatchObject({ email, changed: true })
    expect((await forgive('--json')).json()).toMatchObject({ email, changed: false })
    expect((await forgive()).out).toContain('a wait after wrong passwords goes on until its end')
    const left = await database.db.query`
      select failures from guessed_addresses union all
      select failures from known_devices where citizen_id = ${citizenId} order by failures desc`
    expect(left).toEqual([{ failures: 7 }, { failures: 0 }])
    const events = (await run('audit', '--citizen', email, '--json')).json<
      { name: string; details: object }[]
    >()
    // Before each order the operator read what it would do. Those after the first one changed nothing.
    const looked = { name: 'operator-looked', details: { command: 'citizen forgive-failures' } }
    const forgiven = { name: 'citizen-failures-forgiven', details: { reason: 'no mail arrives' } }
    expect(events).toMatchObject([looked, forgiven, looked, looked])
    await database.db.query`delete from guessed_addresses`
  })

  test.each([
    'show',
    'passkeys',
    ...['remove-passkeys', 'reset-second-factor'],
    'suspend',
    'reinstate',
    'require-verification',
    'sign-out',
    'forgive-failures',
    'close',
  ])('%s nobody ends with 1', async (verb) => {
    const reason = ['show', 'passkeys'].includes(verb) ? [] : ['--reason', 'x']
    for (const who of ['nobody@example.org', 'nobody', '00000000-0000-4000-8000-000000000000']) {
      const { exitCode, err } = await run('citizen', verb, who, ...reason)
      expect(`${exitCode} ${err}`).toMatch(/^1 portico: There is no citizen .* why ADDRESS names it\.$/)
    }
  })
})

describe('keys', () => {
  test('list and rotate', async () => {
    const rotated = await run('keys', 'rotate', '--json')
    expect(rotated).toMatchObject({ exitCode: 0, err: '' })
    const keys = async () => (await run('keys', 'list', '--json')).json<{ kid: string; stage: string }[]>()
    expect((await keys()).map((key) => key.stage).sort()).toEqual(['announced', 'signing'])
    const { kid } = (await run('keys', 'rotate', '--emergency', '--json')).json<{ kid: string }>()
    expect((await keys()).filter((key) => key.stage === 'signing')).toMatchObject([{ kid }])
    expect((await run('keys', 'list')).out).not.toMatch(/private|"d"/i)
  })

  test('rotating with another secret key than the one that sealed the keys is refused', async () => {
    await run('keys', 'rotate')
    const before = (await run('keys', 'list', '--json')).out
    const other = { ...settings, PORTICO_SECRET_KEY: Buffer.alloc(32, 9).toString('base64') }
    const { exitCode, err } = await portico(other, ['keys', 'rotate'])
    expect(exitCode).toBe(1)
    expect(err.split('\n')).toHaveLength(1)
    expect((await run('keys', 'list', '--json')).out).toBe(before)
  })
})

describe('audit', () => {
  test('every command leaves an event', async () => {
    const { email } = await addCitizen()
    const { client_id } = await addClient()
    const commands = [
      ['client', 'list'], ['client', 'show', client_id], ['client', 'update', client_id, '--name', 'P'],
      ['client', 'disable', client_id], ['client', 'enable', client_id], ['client', 'secret', 'add', client_id],
      ['client', 'secret', 'list', client_id], ['client', 'remove', client_id], ['citizen', 'show', email],
      ['citizen', 'suspend', email, '--reason', 'x'], ['keys', 'list'], ['keys', 'rotate'], ['audit'], ['doctor'],
    ] // biome-ignore format: one line per few commands
    for (const command of commands) {
      const before = (await eventNames()).length
      await run(...command)
      expect((await eventNames()).length, command.join(' ')).toBeGreaterThan(before)
    }
  })

  test('--limit, --since and the order: newest last', async () => {
    await addClient()
    const { client_id } = await addClient()
    await run('client', 'disable', client_id, '--yes')
    const two = (await run('audit', '--limit', '2', '--json')).json<{ name: string }[]>()
    expect(two.map((event) => event.name)).toEqual(['client-added', 'client-disabled'])
    expect(
      (await run('audit', '--since', '2001-01-01T00:00:00Z', '--json')).json<unknown[]>().length,
    ).toBeGreaterThan(2)
    expect((await run('audit', '--since', '2999-01-01', '--json')).json()).toEqual([])
    expect((await run('audit', '--since', '2999-01-01')).out).toBe('There are no such events.')
  })

  test('--citizen names nobody: refused, not everything', async () => {
    expect(await run('audit', '--citizen', 'nobody@example.org')).toMatchObject({ exitCode: 1, out: '' })
  })
})

describe('migrate', () => {
  testOnOneServer('--plan changes nothing; migrate brings an empty database up to date', async () => {
    const empty = await createTestDatabase('template1')
    const here = settingsFor(empty)
    const readPlan = async () => {
      const { json } = await portico(here, ['migrate', '--plan', '--json'])
      return json<{ migrations: { name: string }[] }>().migrations.map(({ name }) => name)
    }
    const plan = await readPlan()
    expect(plan[0]).toBe('0031-baseline')
    expect((await portico(here, ['migrate', '--plan'])).out).toMatch(
      /to apply:\n\n {2}0031-baseline \(in one transaction; this release starts after it\)\n {4}create table[\s\S]* → locks no table that exists\n/,
    )
    expect(await readPlan()).toEqual(plan)
    expect(await empty.db.query`select 1 from pg_tables where schemaname = 'public'`).toEqual([])
    expect((await portico(here, ['migrate', '--json'])).json()).toEqual(plan)
    expect((await portico(here, ['migrate'])).out).toBe('The database is up to date.')
    expect((await portico(here, ['audit', '--json'])).json()).toMatchObject([{ name: 'migrations-applied' }])
    await empty.drop()
  })

  test('a database of a newer release is refused', async () => {
    const newer = await createTestDatabase()
    await newer.db.query`insert into schema_migrations (name) values ('9999-from-the-future.sql')`
    const { exitCode, err } = await portico(settingsFor(newer), ['client', 'list'])
    expect([exitCode, err.split('\n').length]).toEqual([1, 1])
    expect(err).toContain('9999-from-the-future.sql')
    await newer.drop()
  })
})
