import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { fakeClock } from '../../testing/fake-clock.ts'
import { addCitizen } from '../../testing/people.ts'
import { systemRandom } from '../platform/system-random.ts'
import {
  countRefused,
  deleteGlassOf,
  endGlass,
  endGlassSession,
  findGlassSession,
  findOpenGlass,
  insertGlass,
} from './break-glass-store.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.db.query`delete from break_glass`
  await database.db.query`delete from break_glass_uses`
})

interface Made {
  readonly standing: 'active' | 'suspended'
  readonly emailVerified: boolean
  /** Seconds since the operator was added, and since the code was made. */
  readonly added: number
  readonly made: number
  /** Seconds until its end. */
  readonly endsIn: number
  readonly ended: boolean
}

/** Stores an operator, a code and the session that it has opened. */
async function opened(changes: Partial<Made> = {}) {
  const { standing, emailVerified, added, made, endsIn, ended } = {
    ...{ standing: 'active', emailVerified: true, added: 1_000, made: 60, endsIn: 600, ended: false },
    ...changes,
  } satisfies Made
  const foundation = { db: database.db, clock: fakeClock(), random: systemRandom }
  const { citizenId } = await addCitizen({ foundation }, { standing, emailVerified })
  const glassId = randomUUID()
  const sessionHash = createHash('sha256').update(glassId).digest()
  await database.db.query`
    insert into operators (citizen_id, name, role, added_at)
    values (${citizenId}, ${`Operator ${citizenId}`}, 'administrator', now() - make_interval(secs => ${added}))`
  await database.db.query`
    insert into break_glass (citizen_id, glass_id, code_hash, security_version, made_at, ends_at)
    values (${citizenId}, ${glassId}, ${sessionHash}, 1, now() - make_interval(secs => ${made}), now() + make_interval(secs => ${endsIn}))`
  await database.db.query`
    insert into break_glass_uses (citizen_id, glass_id, code_hash, session_hash, browser, network, used_at, ended_at)
    values (${citizenId}, ${glassId}, ${sessionHash}, ${sessionHash}, '', '', now(), case when ${ended} then now() end)`
  return { citizenId, glassId, sessionHash }
}

const rowsOf = async () => [
  await database.db.query<{ citizenId: string }>`select citizen_id as "citizenId" from break_glass`,
  await database.db.query<{ citizenId: string }>`select citizen_id as "citizenId" from break_glass_uses`,
]

// proves: break-glass-little
describe('a code and its session', () => {
  test('are found while they are open', async () => {
    const { glassId, citizenId, sessionHash } = await opened()
    expect(await findOpenGlass(database.db)).toMatchObject({ glassId, citizenId, isUsed: true })
    expect(await findGlassSession(database.db, sessionHash)).toMatchObject({ citizenId })
  })

  test.each<[string, Partial<Made>]>([
    ['are over', { endsIn: -1 }],
    ['have ended', { ended: true }],
    ['are of somebody who is suspended', { standing: 'suspended' }],
    ['are of somebody whose address is not verified', { emailVerified: false }],
    ['are of somebody who was added as an operator since', { added: 30 }],
  ])('are not found where they %s', async (_, changes) => {
    const { sessionHash } = await opened(changes)
    expect(await findOpenGlass(database.db)).toBeUndefined()
    expect(await findGlassSession(database.db, sessionHash)).toBeUndefined()
  })

  test('are one of several: a session is found and ended by its own hash, once', async () => {
    const [one, other] = [await opened(), await opened()]
    expect(await findGlassSession(database.db, other.sessionHash)).toMatchObject({
      citizenId: other.citizenId,
    })
    expect(await endGlassSession(database.db, one.sessionHash)).toBe(true)
    expect(await endGlassSession(database.db, one.sessionHash)).toBe(false)
    expect(await findGlassSession(database.db, one.sessionHash)).toBeUndefined()
    expect(await findGlassSession(database.db, other.sessionHash)).toMatchObject({
      citizenId: other.citizenId,
    })
  })

  test('of another operator stay when an account is closed', async () => {
    const [{ citizenId }, other] = [await opened(), await opened()]
    await deleteGlassOf(database.db, citizenId)
    const left = [{ citizenId: other.citizenId }]
    expect(await rowsOf()).toEqual([left, left])
  })
})

test('a code is stored for its operator, and for nobody else', async () => {
  const { citizenId } = await opened()
  await opened()
  const glass = { citizenId, glassId: randomUUID(), codeHash: Buffer.alloc(32, 1) }
  expect(await insertGlass(database.db, glass)).toEqual(expect.any(Number))
  const made = await database.db
    .query`select citizen_id as "citizenId" from break_glass where glass_id = ${glass.glassId}`
  expect(made).toEqual([{ citizenId }])
})

test('a code that is over is none that another one ends', async () => {
  await opened({ endsIn: -60 })
  const ends = () => database.db.query`select ends_at::text from break_glass`
  const before = await ends()
  expect(await endGlass(database.db)).toBe(false)
  expect(await ends()).toEqual(before)
  await opened()
  expect([await endGlass(database.db), await endGlass(database.db)]).toEqual([true, false])
})

// proves: break-glass-once
test('the tries are counted that were refused since the code was made, those of its operator alone', async () => {
  const [{ citizenId, glassId }, other] = [await opened(), await opened()]
  await database.db.query`
    insert into break_glass (citizen_id, glass_id, code_hash, security_version, made_at, ends_at)
    values (${citizenId}, gen_random_uuid(), ''::bytea, 1, now() - interval '1 hour', now())`
  const tried = (times: number, changes: { who?: string; network?: string; ago?: number; name?: string }) => {
    const { who, network, ago, name } = {
      ...{ who: citizenId, network: '203.0.113', ago: 30, name: 'break-glass-refused' },
      ...changes,
    }
    return database.db.query`
      insert into audit_events (event_id, filed_under, at, name, citizen_id, actor, details)
      select gen_random_uuid(), ${who}::text::uuid, now() - make_interval(secs => ${ago}), ${name}, ${who}::text::uuid, 'anonymous',
             jsonb_build_object('network', ${network}::text) from generate_series(1, ${times})`
  }
  await tried(2, {})
  await tried(1, { network: '198.51.100' })
  await tried(1, { ago: 90 })
  await tried(1, { name: 'break-glass-made' })
  await tried(1, { who: other.citizenId })
  expect(await countRefused(database.db, { citizenId, glassId }, '203.0.113')).toEqual({ all: 3, here: 2 })
})
