import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { whileChanged } from '../../testing/while-changed.ts'
import { CannotUnseal, keyring } from '../platform/keyring.ts'
import type { Database } from '../platform/postgres/database.ts'
import { randomUuid } from '../platform/random.ts'
import { resealValues } from '../platform/room/reseal-values.ts'
import type { Sealed } from '../platform/room/room.ts'
import { systemRandom } from '../platform/system-random.ts'
import { HEADS } from '../room-heads.ts'
import { portico, settingsFor } from './portico.fixture.ts'

const [NEW, OLD] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)] as const
const [UNDER_NEW, UNDER_OLD] = [keyring([NEW], systemRandom), keyring([OLD], systemRandom)]
const BOTH = keyring([NEW, OLD], systemRandom)
const PREFIX = '$foreign$'

let database: TestDatabase
let settings: Record<string, string>

beforeEach(async () => {
  database = await createTestDatabase()
  settings = {
    ...settingsFor(database),
    PORTICO_SECRET_KEY: `${NEW.toString('base64')},${OLD.toString('base64')}`,
  }
})
afterEach(() => database.drop())

const run = (...args: readonly string[]) => portico(settings, args)
const id = () => randomUuid(systemRandom)

/** How a test writes and reads a sealed value of a room. */
interface Column {
  insert(db: Database, sealed: Buffer, key: string): Promise<unknown>
  update(db: Database, sealed: Buffer, key: string): Promise<unknown>
  read(db: Database, key: string): Promise<readonly { sealed: Buffer }[]>
  contextOf(key: string): string
}

const stored = (sealed: Buffer) =>
  `${PREFIX}${sealed.subarray(0, 4).toString('hex')}$${sealed.toString('base64')}`

const COLUMNS: Readonly<Record<string, Column>> = {
  mail: {
    insert: (db, sealed, key) => db.query`
      insert into outbox (message_id, kind, recipient, sealed_content, created_at, expires_at, next_attempt_at)
      values (${key}, 'registration', 'a@example.org', ${sealed}, now(), now(), now())`,
    update: (db, sealed, key) =>
      db.query`update outbox set sealed_content = ${sealed} where message_id = ${key}`,
    read: (db, key) => db.query`select sealed_content as sealed from outbox where message_id = ${key}`,
    contextOf: (key) => `outbox ${key}`,
  },
  'signing-keys': {
    insert: (db, sealed, key) => db.query`
      insert into signing_keys (kid, public_jwk, sealed_private, created_at, signs_from)
      values (${key}, '{}', ${sealed}, now(), now())`,
    update: (db, sealed, key) =>
      db.query`update signing_keys set sealed_private = ${sealed} where kid = ${key}`,
    read: (db, key) => db.query`select sealed_private as sealed from signing_keys where kid = ${key}`,
    contextOf: (key) => `signing key ${key}`,
  },
  'second-factor': {
    insert: (db, sealed, key) => db.query`
      insert into authenticators (citizen_id, authenticator_id, sealed_secret, name, last_step, created_at)
      values (${key}, ${key}, ${sealed}, 'Phone', 1, now())`,
    update: (db, sealed, key) => db.query`
      update authenticators set sealed_secret = ${sealed} where citizen_id = ${key}`,
    read: (db, key) => db.query`select sealed_secret as sealed from authenticators where citizen_id = ${key}`,
    contextOf: (key) => `authenticator ${key} ${key}`,
  },
  'foreign-passwords': {
    insert: (db, sealed, key) => db.query`
      insert into citizens (citizen_id, subject, email, email_verified, full_name, phone_number, standing, security_version,
                            password_hash, password_changed_at, created_at)
      values (${key}, ${key}, ${`${key}@example.org`}, true, 'Ada', '', 'suspended', 1, ${stored(sealed)}, now(), now())`,
    update: (db, sealed, key) => db.query`
      update citizens set password_hash = ${stored(sealed)} where citizen_id = ${key}`,
    read: (db, key) => db.query`
      select decode(substr(password_hash, 19), 'base64') as sealed from citizens where citizen_id = ${key}`,
    contextOf: (key) => `foreign password ${key}`,
  },
}

async function seed(column: Column, plain: string, ring = UNDER_OLD): Promise<string> {
  const key = id()
  const context = column.contextOf(key)
  await column.insert(database.db, ring.seal(Buffer.from(plain), context), key)
  return key
}

async function plainOf(column: Column, key: string, ring = UNDER_NEW): Promise<string | undefined> {
  const [row] = await column.read(database.db, key)
  return row && ring.unseal(row.sealed, column.contextOf(key)).toString()
}

const rooms = Object.entries(HEADS).flatMap(([name, { sealed }]) => (sealed ? [[name, sealed] as const] : []))
const columnOf = (name: string): Column => {
  const column = COLUMNS[name]
  if (!column) throw new Error(`This test has no column of ${name}`)
  return column
}

const needs = () => ({
  db: database.db,
  keyring: BOTH,
  stopped: new AbortController().signal,
  progress: () => undefined,
})

describe.each(rooms)('what %s keeps sealed', (name, room: Sealed) => {
  const column = columnOf(name)

  test('is sealed with the first key, all of several batches, and opens as before', async () => {
    const keys = await Promise.all(Array.from({ length: 450 }, (_, n) => seed(column, `value ${n}`)))
    expect(await resealValues(needs(), room)).toEqual({ resealed: 450, changed: 0, unopened: 0 })
    for (const [n, key] of keys.entries()) expect(await plainOf(column, key)).toBe(`value ${n}`)
    expect(await resealValues(needs(), room)).toEqual({ resealed: 0, changed: 0, unopened: 0 })
  })

  test('is left as it is where no key opens it, and what follows is sealed', async () => {
    const lost = keyring([Buffer.alloc(32, 9)], systemRandom)
    const others = await Promise.all(Array.from({ length: 401 }, () => seed(column, 'lost', lost)))
    const own = await seed(column, 'own')
    expect(await resealValues(needs(), room)).toEqual({ resealed: 1, changed: 0, unopened: 401 })
    expect(await plainOf(column, others[0] ?? '', lost)).toBe('lost')
    expect(await plainOf(column, own)).toBe('own')
  })

  test('keeps what a transaction changes that is open when it is sealed anew', async () => {
    const key = await seed(column, 'before')
    const before = await column.read(database.db, key)
    const change = (tx: Database) =>
      column.update(tx, UNDER_OLD.seal(Buffer.from('after'), column.contextOf(key)), key)
    const resealed = await whileChanged(database, change, () => resealValues(needs(), room))
    expect(resealed).toEqual({ resealed: 0, changed: 1, unopened: 0 })
    expect(await column.read(database.db, key)).not.toEqual(before)
    expect(await plainOf(column, key, UNDER_OLD)).toBe('after')
    expect(await resealValues(needs(), room)).toMatchObject({ resealed: 1 })
    expect(await plainOf(column, key)).toBe('after')
  })

  test('is sealed once by two runs at the same time', async () => {
    for (let n = 0; n < 60; n += 1) await seed(column, String(n))
    const [one, other] = await Promise.all([resealValues(needs(), room), resealValues(needs(), room)])
    expect(one.resealed + other.resealed).toBe(60)
  })

  test('is found by the count of the doctor before, and not after', async () => {
    await seed(column, 'x')
    const counted = async () => (await room.countByKey(database.db)).map(({ keyId }) => keyId)
    const [before] = await counted()
    await resealValues(needs(), room)
    expect(await counted()).not.toContain(before)
  })
})

test('a run that is stopped seals nothing more, and the next one goes on', async () => {
  const room = rooms.find(([name]) => name === 'mail')?.[1]
  if (!room) throw new Error('Nothing keeps letters')
  const column = columnOf('mail')
  for (let n = 0; n < 250; n += 1) await seed(column, String(n))
  const stop = new AbortController()
  const first = await resealValues({ ...needs(), stopped: stop.signal, progress: () => stop.abort() }, room)
  const second = await resealValues(needs(), room)
  expect([first.resealed, second.resealed]).toEqual([200, 50])
})

// proves: threat-key-theft
describe('no room forgets its seal', () => {
  test('each table with a sealed column is of a room whose head has it', async () => {
    const tables = await database.db.query<{ name: string }>`
      select distinct table_name::text as name from information_schema.columns
       where table_schema = 'public' and column_name like 'sealed%' and data_type = 'bytea'`
    expect(tables.length).toBeGreaterThan(2)
    const sealing = Object.values(HEADS).flatMap((head) => (head.sealed ? Object.keys(head.tables) : []))
    expect(tables.map(({ name }) => name).filter((name) => !sealing.includes(name))).toEqual([])
  })

  test('each file that seals is of such a room, or seals what a browser or a minute keeps', () => {
    const SHORT = [
      'bring-citizens/auth0-hashes.ts', // A temporary table of one connection.
      'ended-feed/cursor.ts', // The place of a program in the feed, which the program has.
      'hosted-page/answer-once.ts', // An answer of one minute.
      'hosted-page/browser.ts', // A cookie.
      'mailed-links/sent-cookie.ts', // A cookie.
      'platform/keyring.ts',
      'platform/room/reseal-values.ts',
    ]
    const source = dirname(import.meta.dirname)
    const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.test|\.fixture)\.ts$/.test(file))
      .filter((file) => /keyring\.seal\(/.test(readFileSync(join(source, file), 'utf8')))
    const forgotten = files.filter(
      (file) => !SHORT.includes(file) && !HEADS[file.split('/')[0] ?? '']?.sealed,
    )
    expect(forgotten).toEqual([])
    expect(SHORT.filter((file) => !files.includes(file))).toEqual([])
  })
})

describe('portico keys reseal', () => {
  test('seals everything, says how much, and doctor then needs the old key no more', async () => {
    const old = { ...settings, PORTICO_SECRET_KEY: OLD.toString('base64') }
    await portico(old, ['keys', 'rotate'])
    await seed(columnOf('mail'), 'letter')
    const doctor = async () => (await run('doctor')).out
    expect(await doctor()).toContain('key 2 of 2 is still needed')
    const resealed = await run('keys', 'reseal', '--json')
    expect([resealed.exitCode, resealed.json()]).toEqual([
      0,
      expect.objectContaining({ resealed: 3, changed: 0, unopened: 0, left: 0 }),
    ])
    expect(await doctor()).toContain('key 2 of 2 opens nothing that is stored')
    const alone = { ...settings, PORTICO_SECRET_KEY: NEW.toString('base64') }
    expect((await portico(alone, ['keys', 'rotate'])).exitCode).toBe(0)
  })

  test('leaves an event with counts and nothing of a key', async () => {
    await seed(columnOf('mail'), 'letter')
    const { out } = await run('keys', 'reseal')
    const events = await database.db.query<{ details: unknown }>`
      select details from audit_events where name = 'values-resealed'`
    expect(events).toEqual([{ details: { resealed: 1, changed: 0, unopened: 0, reason: 'a test' } }])
    for (const key of [NEW, OLD])
      for (const encoding of ['hex', 'base64', 'base64url'] as const)
        expect(out + JSON.stringify(events)).not.toContain(key.toString(encoding))
  })

  test('ends with 1 where a value needs a key that is missing', async () => {
    await seed(columnOf('mail'), 'x', keyring([Buffer.alloc(32, 9)], systemRandom))
    const { exitCode, out } = await run('keys', 'reseal')
    expect([exitCode, out]).toEqual([1, expect.stringContaining('one that is missing')])
  })

  test('does nothing with a secret key that does not open the signing keys', async () => {
    const third = Buffer.alloc(32, 3)
    await portico({ ...settings, PORTICO_SECRET_KEY: OLD.toString('base64') }, ['keys', 'rotate'])
    const key = await seed(columnOf('mail'), 'x', keyring([third], systemRandom))
    const other = {
      ...settings,
      PORTICO_SECRET_KEY: [NEW, third].map((one) => one.toString('base64')).join(','),
    }
    expect((await portico(other, ['keys', 'reseal'])).exitCode).toBe(1)
    expect(await plainOf(columnOf('mail'), key, keyring([third], systemRandom))).toBe('x')
    await expect(plainOf(columnOf('mail'), key)).rejects.toThrow(CannotUnseal)
  })
})
