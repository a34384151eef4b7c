import { afterAll, beforeAll, expect } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { madeKeyPair } from '../../testing/key-pairs.ts'
import { testOnOneServer as test } from '../../testing/one-server.ts'
import { sealEvents } from '../audit-seals/index.ts'
import { keyring } from '../platform/keyring.ts'
import { systemClock } from '../platform/system-clock.ts'
import { systemRandom } from '../platform/system-random.ts'
import { ensureSigningKey } from '../signing-keys/index.ts'
import { portico, settingsFor, TEST_SECRET_KEY } from './portico.fixture.ts'

let database: TestDatabase
let settings: Record<string, string>

beforeAll(async () => {
  database = await createTestDatabase()
  settings = settingsFor(database)
})
afterAll(() => database.drop())

const run = (...args: readonly string[]) => portico(settings, ['audit', ...args])

/** Seals until every event is sealed: transactions of other databases of the server may hold up some. */
async function seal(): Promise<void> {
  const keys = keyring([Buffer.from(TEST_SECRET_KEY, 'base64')], systemRandom)
  await expect
    .poll(async () => {
      while (
        (await sealEvents({ db: database.db, clock: systemClock, keyring: keys, random: systemRandom })) ===
        'again'
      );
      const [row] = await database.db.query<{ open: number }>`
        select count(*)::int as open from audit_events where written_in::text::bigint >= (select max(sealed_below) from audit_seals)`
      return row?.open
    })
    .toBe(0)
}

test('before the first seal there is nothing to compare', async () => {
  expect(await run('verify')).toMatchObject({
    exitCode: 1,
    err: expect.stringContaining('Nothing is sealed yet'),
  })
  expect((await run('seals')).out).toBe('Nothing was sealed.')
})

test('counts one as one, and names no day while nothing from before the first seal is sealed', async () => {
  await run('--limit', '1')
  const keys = keyring([Buffer.from(TEST_SECRET_KEY, 'base64')], systemRandom)
  await sealEvents({ db: database.db, clock: systemClock, keyring: keys, random: systemRandom })
  const { out } = await run('verify', '--from', '2999-01-01')
  expect(out).toMatch(/^1 seal and 0 events are compared\./)
  expect(out).toContain('Events from before the first seal are still being sealed.')
  expect(out).not.toContain('0001-01')
})

// proves: audit-sealed
test('says that the audit is whole, and then where it is broken first', async () => {
  await run('--limit', '1')
  await seal()
  const whole = await run('verify')
  expect([whole.exitCode, whole.out.split('\n').at(-1)]).toEqual([0, 'The audit is whole.'])
  expect((await run('verify', '--json')).json()).toMatchObject({ whole: true, breaks: [], stopped: false })
  const [event] = await database.db.query<{ id: string; day: string }>`
    update audit_events set address = '192.0.2.1' where event_id = (select event_id from audit_events order by at limit 1)
    returning event_id as id, (at at time zone 'UTC')::date::text as day`
  const broken = await run('verify')
  expect([broken.exitCode, broken.out.split('\n')[0]]).toEqual([
    1,
    expect.stringMatching(
      `^The audit is broken, first at seal \\d+, day ${event?.day}: an event of this seal was changed\\.$`,
    ),
  ])
  expect((await run('verify', '--json')).json()).toMatchObject({
    whole: false,
    breaks: [{ what: 'event-changed' }],
  })
  expect((await run('verify', '--to', '2020-01-01')).exitCode).toBe(0)
})

test('the last seal of a day is shown, and its hash is in the chain', async () => {
  await seal()
  const rows = (await run('seals', '--json')).json<{ seal: number; hash: string; is_over: boolean }[]>()
  expect(rows).toMatchObject([{ is_over: false }])
  const hash = rows[0]?.hash ?? ''
  expect((await run('seals')).out).toContain(hash)
  const known = await run('verify', '--to', '2020-01-01', '--seal', hash.toUpperCase())
  const [{ day } = { day: '' }] = await database.db.query<{ day: string }>`
    select (sealed_at at time zone 'UTC')::date::text as day from audit_seals order by number desc limit 1`
  expect(known.exitCode).toBe(0)
  expect(known.out).toContain(`The seal of ${day} (number ${rows[0]?.seal}) has the hash of --seal.`)
  const json = async (...args: readonly string[]) =>
    (await run('verify', '--to', '2020-01-01', '--json', ...args)).json<{ given_seal: unknown }>().given_seal
  expect(await json('--seal', hash)).toEqual({ seal: rows[0]?.seal, day })
  expect(await json()).toBeNull()
})

// proves: audit-sealed
test('a hash that no seal has is told first, at no seal, and leads to exit code 1', async () => {
  await seal()
  const other = await run('verify', '--to', '2020-01-01', '--seal', 'f'.repeat(64))
  expect(other.exitCode).toBe(1)
  expect(other.out.split('\n')[0]).toBe(
    'The audit does not fit: no seal has the hash of --seal: it was mistyped, the chain was made again, or the database went back to an earlier moment.',
  )
  expect(other.out).not.toContain('The audit is whole.')
  expect(other.out).not.toContain('has the hash of --seal.\n')
  const json = await run('verify', '--to', '2020-01-01', '--json', '--seal', 'f'.repeat(64))
  expect(json.json()).toMatchObject({ whole: false, given_seal: null, breaks: [{ what: 'seal-unknown' }] })
})

// proves: audit-sealed
test('a seal that somebody without the key has made is none, whatever its hash is', async () => {
  await seal()
  const [made] = await database.db.query<{ hash: string }>`
    insert into audit_seals (number, chain, kind, day, events, event_ids, digest, history, begun_below, sealed_below, heads, sealed_at, hash, mac)
    select number + 1, chain, 'let-go', day, 0, '', digest, history, begun_below, sealed_below, '', sealed_at, sha256(hash), sha256(mac)
      from audit_seals order by number desc limit 1
    returning encode(hash, 'hex') as hash`
  const { exitCode, out } = await run('verify', '--to', '2020-01-01', '--seal', made?.hash ?? '')
  expect([exitCode, out]).toEqual([1, expect.stringContaining('no seal has the hash of --seal')])
  await database.db.query`delete from audit_seals where number = (select max(number) from audit_seals)`
})

test('doctor says how old what is not sealed is', async () => {
  const says = async () => (await portico(settings, ['doctor'])).out
  await seal()
  expect(await says()).toContain('every event of more than 15 minutes ago is sealed')
  await database.db.query`
    insert into audit_events (event_id, filed_under, at, name, actor, details)
    select id, id, to_timestamp(${systemClock.now() - 3_600}), 'signed-in', 'citizen', '{}' from (select gen_random_uuid() as id) as made`
  expect(await says()).toMatch(/✗ Audit seals +the oldest event that is not sealed is (60|61) minutes old/)
  await database.db.query`delete from audit_events where at < to_timestamp(${systemClock.now() - 3_000})`
})

// proves: audit-sealed
test('doctor names a seal that somebody without the key has added', async () => {
  const keys = keyring([Buffer.from(TEST_SECRET_KEY, 'base64')], systemRandom)
  await ensureSigningKey({
    db: database.db,
    clock: systemClock,
    random: systemRandom,
    makeKeyPair: madeKeyPair,
    keyring: keys,
  })
  await seal()
  await database.db.query`
    insert into audit_seals (number, chain, kind, day, events, event_ids, digest, history, begun_below, sealed_below, heads, sealed_at, hash, mac)
    select number + 1, chain, 'let-go', day, 0, '', digest, history, begun_below, sealed_below, '', sealed_at, sha256(hash), sha256(mac)
      from audit_seals order by number desc limit 1`
  expect((await portico(settings, ['doctor'])).out).toMatch(
    /✗ Audit seals +no key of PORTICO_SECRET_KEY has signed/,
  )
  expect((await run('verify')).out).toMatch(
    /at seal \d+, day [\d-]+: this seal, or its place in the chain, was changed/,
  )
  await database.db.query`delete from audit_seals where number = (select max(number) from audit_seals)`
})

test('another secret key compares nothing, and is not taken for a break', async () => {
  const other = { ...settings, PORTICO_SECRET_KEY: Buffer.alloc(32, 8).toString('base64') }
  const { exitCode, out, err } = await portico(other, ['audit', 'verify', '--to', '2020-01-01'])
  expect([exitCode, out, err]).toEqual([
    1,
    '',
    expect.stringContaining('is not the secret key of the service'),
  ])
})

test.each([
  [['--from', 'today']],
  [['--to', '2026-02-30']],
  [['--from', '2026-03-02', '--to', '2026-03-01']],
  [['--seal', 'abc']],
  [['--seal', 'x'.repeat(64)]],
])('what is wrong with %j is told before anything is read', async (args) => {
  expect((await run('verify', ...args)).exitCode).toBe(2)
})

test('whoever stops it hears that the rest is not compared', async () => {
  const stopped = await portico(settings, ['audit', 'verify'], { stop: AbortSignal.abort() })
  expect([stopped.exitCode, stopped.out]).toEqual([1, expect.stringContaining('Stopped before the end')])
})
