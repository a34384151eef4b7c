import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { isDistributed } from '../../../testing/one-server.ts'
import { makeCitusLists } from './citus-lists.fixture.ts'
import { type Database, DatabaseUnavailable } from './database.ts'
import { NOT_REACHED, PartAway, PartDatabase, type PartUse } from './parts.ts'
import { openSession, type Session } from './session.ts'

let database: TestDatabase
let session: Session
let now: number
let server: () => Promise<Database>

const CITIZEN = '11111111-1111-4111-8111-111111111111'
/** A part of the asked server. */
const HERE = 2

beforeAll(async () => {
  if (isDistributed) return
  database = await createTestDatabase()
  session = await openSession(database.address)
  const nowhere = { host: 'nowhere', port: 1 }
  await makeCitusLists(database.address, { left: nowhere, right: nowhere })
  await session.runText(`
    insert into citizens (citizen_id, subject, email, email_verified, full_name, phone_number, standing, security_version,
                          password_hash, password_changed_at, created_at)
    values ('${CITIZEN}', '${CITIZEN}', 'ada@example.test', true, 'Ada', '', 'active', 1, 'none', now(), now());
    drop view clients_97;
    create view clients_97 as select 'a copy'::text as name;
    drop view citizens_${HERE};
    create view citizens_${HERE} as select citizen_id, concat(full_name, ' of the part') as full_name from citizens;
    drop view access_tokens_${HERE + 10};
    create table access_tokens_${HERE + 10} (note text unique)`)
})
afterAll(async () => {
  await session?.close()
  await database?.drop()
})
beforeEach(() => {
  now = 0
  server = async () => database.db
})

function openPart(shard = HERE, use: PartUse = 'reads'): PartDatabase {
  return new PartDatabase({ shard, use, db: database.db, server: () => server(), now: () => now })
}

const literal = (text: TemplateStringsArray, ..._values: readonly unknown[]) => text

const nameFrom = (part: Database, citizen = CITIZEN) =>
  part.query<{ name: string }>`select full_name as name from citizens where citizen_id = ${citizen}`

describe.skipIf(isDistributed)('a part of the citizens', () => {
  // proves: citus-parts
  test('is read itself, and says so where it has no such row', async () => {
    const part = openPart()
    expect(await nameFrom(part)).toMatchObject([{ name: 'Ada of the part' }])
    expect(await nameFrom(part, '22222222-2222-4222-8222-222222222222')).toEqual([])
    expect(await part.query`select name from clients`).toMatchObject([{ name: 'a copy' }])
    expect(part.isResting).toBe(false)
  })

  // proves: citus-parts
  test('is not believed by a server that has it no more, and is left in peace for a second', async () => {
    const part = openPart()
    expect(await nameFrom(part)).toHaveLength(1)
    await session.query`update pg_dist_placement set groupid = 1 where shardid = ${HERE}`
    try {
      await expect(nameFrom(part)).rejects.toThrow(PartAway)
      now = 999
      expect(part.isResting).toBe(true)
      now = 1_000
      expect(part.isResting).toBe(false)
      await session.query`delete from pg_dist_placement where shardid = ${HERE}`
      await expect(nameFrom(part)).rejects.toThrow(PartAway)
    } finally {
      await session.query`delete from pg_dist_placement where shardid = ${HERE}`
      await session.query`insert into pg_dist_placement values (${HERE}, 0)`
    }
    expect(await nameFrom(part)).toHaveLength(1)
  })

  // proves: citus-parts
  test('of another server is not believed', async () => {
    await expect(nameFrom(openPart(0))).rejects.toThrow(PartAway)
  })

  test('whose tables are gone, or are not to be read, is away', async () => {
    const part = openPart()
    await expect(part.query`select nothing from citizens`).rejects.toThrow(PartAway)
    await expect(nameFrom(openPart(77))).rejects.toThrow(PartAway)
    expect(part.isResting).toBe(true)
  })

  // proves: citus-parts
  test('whose tables were made anew is found by their new names, and its statements are made anew with these alone', async () => {
    const part = openPart()
    const texts = new Set<TemplateStringsArray>()
    server = async () => ({
      ...database.db,
      query: (text, ...values) => {
        texts.add(text)
        return database.db.query(text, ...values)
      },
    })
    const names = literal`select name from clients`
    const nothing = literal`select nothing from clients`
    expect(await part.query(names)).toHaveLength(1)
    await expect(part.query(nothing)).rejects.toThrow(PartAway)
    await expect(part.query(nothing)).rejects.toThrow(PartAway)
    expect(await part.query(names)).toHaveLength(1)
    expect(texts.size).toBe(2)
    await session.runText(`
      alter view clients_97 rename to clients_96;
      update pg_dist_shard set shardid = 96 where shardid = 97`)
    try {
      await expect(part.query(names)).rejects.toThrow(PartAway)
      expect(await part.query(names)).toMatchObject([{ name: 'a copy' }])
    } finally {
      await session.runText(`
        alter view clients_96 rename to clients_97;
        update pg_dist_shard set shardid = 97 where shardid = 96`)
    }
  })

  test('of a server that is not reached is away', async () => {
    server = async () => NOT_REACHED
    await expect(nameFrom(openPart())).rejects.toThrow(PartAway)
    await expect(NOT_REACHED.transaction(async () => 1)).rejects.toThrow(PartAway)
  })

  test('whose server does not answer is an outage, and is not asked in another way', async () => {
    const fault = new DatabaseUnavailable('late')
    server = async () => ({ ...database.db, query: () => Promise.reject(fault) })
    const part = openPart()
    await expect(nameFrom(part)).rejects.toBe(fault)
    expect(part.isResting).toBe(false)
  })

  test('whose names could not be read is looked at again', async () => {
    let isAway = true
    const db: Database = {
      ...database.db,
      query: (...asked) =>
        isAway ? Promise.reject(new DatabaseUnavailable('away')) : database.db.query(...asked),
    }
    const part = new PartDatabase({ shard: HERE, use: 'reads', db, server: () => server(), now: () => now })
    await expect(nameFrom(part)).rejects.toThrow('away')
    isAway = false
    expect(await nameFrom(part)).toHaveLength(1)
  })

  test('has no transaction of several statements', async () => {
    await expect(openPart().transaction()).rejects.toThrow('no transactions')
  })
})

const literalWrite = literal`insert into access_tokens (note) values (${''}) returning note`
const write = (part: Database, note: string) => part.query<{ note: string }>(literalWrite, note)
const written = () =>
  session.query<{ note: string }>`select note from access_tokens_12 order by note`.then((rows) =>
    rows.map(({ note }) => note),
  )

describe.skipIf(isDistributed)('a part of the citizens that is written', () => {
  let part: PartDatabase
  beforeEach(async () => {
    part = openPart(HERE, 'writes')
    await session.query`delete from access_tokens_12`
  })

  // proves: citus-parts
  test('is written itself, and answers with the rows of the statement alone', async () => {
    expect(await write(part, 'a')).toEqual([{ note: 'a' }])
    expect(await Promise.all(['b', 'c', 'd'].map((note) => write(part, note)))).toEqual([
      [{ note: 'b' }],
      [{ note: 'c' }],
      [{ note: 'd' }],
    ])
    expect(await part.query(literal`update access_tokens set note = 'e' where note = 'a'`)).toEqual([])
    expect(await part.query(literal`delete from access_tokens where note = 'b'`)).toEqual([])
    expect(await written()).toEqual(['c', 'd', 'e'])
    expect(part.isResting).toBe(false)
  })

  // proves: citus-parts
  test('is not written at a server that has it no more', async () => {
    await write(part, 'before')
    await session.query`update pg_dist_placement set groupid = 1 where shardid = ${HERE}`
    try {
      await expect(write(part, 'late')).rejects.toThrow(PartAway)
      expect(part.isResting).toBe(true)
    } finally {
      await session.query`update pg_dist_placement set groupid = 0 where shardid = ${HERE}`
    }
    expect(await write(part, 'after')).toHaveLength(1)
    expect(await written()).toEqual(['after', 'before'])
  })

  // proves: citus-parts
  test('is not asked where another server has it as well', async () => {
    await session.query`insert into pg_dist_placement values (${HERE}, 1)`
    try {
      await expect(write(part, 'one of two')).rejects.toThrow(PartAway)
      await expect(nameFrom(openPart())).rejects.toThrow(PartAway)
    } finally {
      await session.query`delete from pg_dist_placement where shardid = ${HERE} and groupid = 1`
    }
    expect(await write(part, 'after')).toHaveLength(1)
    expect(await written()).toEqual(['after'])
  })

  // proves: citus-parts
  test('is held: a write waits for who moves it, and is not done where it has moved meanwhile', async () => {
    await write(part, 'before')
    const waits = () =>
      database.db.query`select 1 from pg_locks where locktype = 'advisory' and not granted`.then(
        (rows) => rows.length,
      )
    let late: Promise<unknown> | undefined
    try {
      await session.transaction(async (tx) => {
        await tx.query`select pg_advisory_xact_lock(${HERE}::bigint)`
        late = write(part, 'late').catch((error: unknown) => error)
        await expect.poll(waits).toBe(1)
        await tx.query`update pg_dist_placement set groupid = 1 where shardid = ${HERE}`
      })
      expect(await late).toBeInstanceOf(PartAway)
    } finally {
      await session.query`update pg_dist_placement set groupid = 0 where shardid = ${HERE}`
    }
    expect(await written()).toEqual(['before'])
  })

  // proves: citus-parts
  test('is held until the commit', async () => {
    let second: Promise<unknown> | undefined
    await session.transaction(async (tx) => {
      await tx.query`insert into access_tokens_12 values ('a')`
      second = write(part, 'a').catch((error: unknown) => error)
      const isHeld = () =>
        tx.query`select 1 from pg_locks where locktype = 'advisory' and granted and mode = 'ShareLock'`.then(
          (rows) => rows.length,
        )
      await expect.poll(isHeld).toBe(1)
      await tx.query`delete from access_tokens_12`
    })
    expect(await second).toEqual([{ note: 'a' }])
    expect(await written()).toEqual(['a'])
  })

  test('that refuses a write has not done it, and may be asked in another way', async () => {
    await write(part, 'a')
    await expect(write(part, 'a')).rejects.toThrow(PartAway)
    expect(await write(part, 'b')).toHaveLength(1)
    expect(await written()).toEqual(['a', 'b'])
  })

  test('cannot be held by a role without that right, and is away', async () => {
    await session.runText('alter function lock_shard_metadata rename to lock_of_others')
    try {
      await expect(write(part, 'a')).rejects.toThrow(PartAway)
    } finally {
      await session.runText('alter function lock_of_others rename to lock_shard_metadata')
    }
    expect(await write(part, 'b')).toHaveLength(1)
    expect(await written()).toEqual(['b'])
  })

  test('whose server does not answer is an outage', async () => {
    const fault = new DatabaseUnavailable('late')
    server = async () => ({ ...database.db, query: () => Promise.reject(fault) })
    await expect(write(openPart(HERE, 'writes'), 'a')).rejects.toBe(fault)
  })
})
