import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { isDistributed } from '../../testing/one-server.ts'
import type { Database } from '../platform/postgres/database.ts'
import { randomUuid } from '../platform/random.ts'
import { systemRandom as random } from '../platform/system-random.ts'
import { beginFeed, readFeed } from './ended-store.ts'

/** A citizen with a grant at one program, whose sign-outs are told. */
let database: TestDatabase
let db: Database
let session: string
let citizen: string

beforeAll(async () => {
  database = await createTestDatabase()
  db = database.db
})
afterAll(() => database.drop())
beforeEach(async () => {
  for (const table of ['clients', 'citizens', 'grants', 'audit_events', 'ended_feeds'])
    await db.query(Object.assign([`delete from ${table}`], { raw: [] }))
  session = randomUuid(random)
  citizen = randomUuid(random)
  await db.query`
    insert into clients (client_id, name, redirect_uris, scope, confirmation, revision, generation, created_at)
    values ('permits', '', '{}', '', 'first-time', 5, 7, to_timestamp(0))`
  await db.query`
    insert into citizens (citizen_id, subject, email, email_verified, full_name, phone_number, standing, security_version,
                          password_hash, password_changed_at, created_at)
    values (${citizen}, ${citizen}, '', true, '', '', 'active', 1, '', to_timestamp(0), to_timestamp(0))`
  await db.query`
    insert into grants (citizen_id, grant_id, client_id, session_id, security_version, scope, authenticated_at, created_at,
                        expires_at)
    values (${citizen}, ${randomUuid(random)}, 'permits', ${session}, 1, '', to_timestamp(0), to_timestamp(0), to_timestamp(9))`
})

const PERMITS = { clientId: 'permits', revision: 5, since: '' }

function noteSignOut(tx: Database, writtenIn: string | null = null): Promise<unknown> {
  return tx.query`
    insert into audit_events (event_id, at, name, citizen_id, session_id, actor, details, written_in)
    values (${randomUuid(random)}, to_timestamp(1), 'signed-out', ${citizen}, ${session}, 'citizen', '{}',
            coalesce(${writtenIn}::text::xid8, pg_current_xact_id()))`
}

const told = async (since: string) => (await readFeed(db, { ...PERMITS, since }))?.ended.length
const snapshot = async () => (await readFeed(db, PERMITS))?.snapshot ?? ''

// proves: feed-check-all
test.skipIf(isDistributed)('the last crash of the server is in the history of a snapshot', async () => {
  const [stored] = await db.query<{ reset: string }>`
    select extract(epoch from stats_reset)::text as reset from pg_stat_bgwriter`
  expect((await readFeed(db, PERMITS))?.timelines).toContain(stored?.reset)
})

describe.skipIf(isDistributed)('what is told since a snapshot', () => {
  test('is what it did not see, and nothing of before', async () => {
    await noteSignOut(db)
    const since = await snapshot()
    expect(await told(since)).toBe(0)
    await noteSignOut(db)
    expect(await told(since)).toBe(1)
  })

  test('leaves out what it saw, although an older transaction was still open', async () => {
    const open = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const older = db.transaction(async (tx) => {
      await tx.query`select pg_current_xact_id()::text as id`
      begun.resolve()
      await open.promise
      await noteSignOut(tx)
    })
    await begun.promise
    await noteSignOut(db)
    const since = await snapshot()
    expect(await told(since)).toBe(0)
    open.resolve()
    await older
    expect(await told(since)).toBe(1)
  })

  test('leaves out rows of a restored database, whose transactions have numbers that are still to come', async () => {
    const since = await snapshot()
    await noteSignOut(db, '9000000000000')
    expect(await told(since)).toBe(0)
  })
})

describe.skipIf(isDistributed)('an event of several sessions', () => {
  const noteEnded = (sessions: string | null) => db.query`
    insert into audit_events (event_id, at, name, citizen_id, actor, details, written_in)
    values (${randomUuid(random)}, to_timestamp(1), 'session-ended', ${citizen}, 'citizen',
            jsonb_strip_nulls(jsonb_build_object('session_ids', ${sessions}::text)), pg_current_xact_id())`
  const endAll = () => db.query`update grants set end_cause = 'session-ended'`

  test('tells those that it names, and no other that has ended', async () => {
    const since = await snapshot()
    await endAll()
    await noteEnded(randomUuid(random))
    expect(await told(since)).toBe(0)
    await noteEnded(`${randomUuid(random)} ${session}`)
    expect(await told(since)).toBe(1)
  })

  test('tells each that has ended where it names none, as the previous release wrote it', async () => {
    const since = await snapshot()
    await noteEnded(null)
    expect(await told(since)).toBe(0)
    await endAll()
    expect(await told(since)).toBe(1)
  })
})

describe.skipIf(isDistributed)('beside it', () => {
  test('the generation of the client is said at its revision, while it is enabled', async () => {
    const generation = async (revision: number) =>
      (await readFeed(db, { ...PERMITS, revision }))?.generation ?? null
    expect([await generation(5), await generation(4)]).toEqual([7, null])
    await db.query`update clients set disabled_at = to_timestamp(1)`
    expect(await generation(5)).toBeNull()
  })

  test('the feed has the epoch that it was begun with first, and no other feed has it', async () => {
    const [first, second, other] = [randomUuid(random), randomUuid(random), randomUuid(random)]
    expect((await readFeed(db, PERMITS))?.epoch).toBeNull()
    await db.query`insert into ended_feeds (feed, epoch) values ('another', ${other})`
    await beginFeed(db, first)
    await beginFeed(db, second)
    expect((await readFeed(db, PERMITS))?.epoch).toBe(first)
  })
})
