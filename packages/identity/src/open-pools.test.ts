// Takes over 10 s: connections to workers are opened and cut off again and again, and a worker is tried again only after a second.
import { createServer, type Server } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { testOnOneServer } from '../testing/one-server.ts'
import { addCitizen, addProgram } from '../testing/people.ts'
import { enterProgram, introspect, refresh } from '../testing/program-flow.ts'
import { startTestService } from '../testing/test-service.ts'
import { openPools, type Pools } from './open-pools.ts'
import {
  FOUR_PARTS,
  type ListedPart,
  LOCAL_GROUP,
  makeCitusLists,
} from './platform/postgres/citus-lists.fixture.ts'
import { type Database, DatabaseUnavailable, type HotDatabase } from './platform/postgres/database.ts'
import { type FlakyDatabase, flakyDatabase } from './platform/postgres/outage.fixture.ts'
import { PartAway } from './platform/postgres/parts.ts'
import { ServerLease } from './platform/postgres/server-lease.ts'
import { openSession, type Session } from './platform/postgres/session.ts'
import { hashUuid } from './platform/postgres/uuid-hash.ts'
import { randomUuid } from './platform/random.ts'
import { systemClock } from './platform/system-clock.ts'
import { systemRandom } from './platform/system-random.ts'

/** One server with the lists of Citus. Another way to it stands for the worker `left`; the worker `right` refuses every login. */
let database: TestDatabase
let left: FlakyDatabase
let right: Server
/** Where the place of the worker `left` leads to. */
const startup: Record<string, string> = {}
const open: Pools[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  left = await flakyDatabase(database, startup)
  right = createServer((socket) => {
    const fields = ['SFATAL', 'VFATAL', 'C28P01', 'Mpassword authentication failed', ''].join('\0')
    const refusal = Buffer.from(`E\0\0\0\0${fields}\0`)
    refusal.writeInt32BE(refusal.length - 1, 1)
    socket.once('data', () => socket.end(refusal)).on('error', () => undefined)
  })
  await new Promise<void>((resolve) => right.listen(0, '127.0.0.1', resolve))
  const place = right.address()
  const port = typeof place === 'object' ? (place?.port ?? 0) : 0
  const { socketDir } = left.database.address
  await makeCitusLists(database.address, {
    left: { host: socketDir, port: database.address.port },
    right: { host: '127.0.0.1', port },
  })
})
afterAll(async () => {
  await Promise.all(open.flatMap((pools) => Object.values(pools).map((pool) => pool.close())))
  await left?.close()
  right?.close()
  await database?.drop()
})
beforeEach(async () => {
  startup['database'] = database.database
  startup[LOCAL_GROUP] = '1'
  await left.comeBack()
})

function opened(options: Partial<Parameters<typeof openPools>[1]> = {}): Pools {
  const pools = openPools(database.address, { connections: 1, deadlineMilliseconds: 20_000, ...options })
  open.push(pools)
  return pools
}

/** The number of the part with a citizen. */
function partOf(citizenId: string): number {
  const hash = hashUuid(citizenId)
  return FOUR_PARTS.findIndex(({ from, to }) => from <= hash && hash <= to)
}

/** A citizen of a part. */
function citizenAt(at: ListedPart['at']): string {
  const citizen = randomUuid(systemRandom)
  return FOUR_PARTS[partOf(citizen)]?.at === at ? citizen : citizenAt(at)
}

/** A database with the lists of Citus, which has every part itself. */
async function databaseWithAllParts(): Promise<TestDatabase> {
  const own = await createTestDatabase()
  const nowhere = { host: 'nowhere', port: 1 }
  const parts = FOUR_PARTS.map((part) => ({ ...part, at: 'here' }) as const)
  await makeCitusLists(own.address, { left: nowhere, right: nowhere }, parts)
  return own
}

type Hot = 'reads' | 'writes' | 'asyncWrites'
type HotPools = Readonly<Record<Hot, HotDatabase>>

/** Whether a citizen is asked for at another server than the named one, soon. Each has connections for what it does beside, so their processes say nothing. */
async function goesAside(pools: HotPools, citizen: string, name: Hot = 'reads'): Promise<boolean> {
  const near = await pools[name].near(citizen)
  const [server] = await near.query<{ group: number }>`select groupid as "group" from pg_dist_local_group`
  return server?.group !== 0
}

const SETTINGS = [
  ...['application_name', 'default_transaction_isolation', 'plan_cache_mode', 'statement_timeout'],
  ...['transaction_read_only', 'enable_seqscan', 'synchronous_commit', 'join_collapse_limit'],
]

async function settingsOf(db: Database) {
  return db.query`select name, setting from pg_settings where name = any(${`{${SETTINGS.join(',')}}`}::text[]) order by name`
}

// proves: citus-nearest
testOnOneServer.each(['reads', 'writes', 'asyncWrites'] as const)(
  'a citizen of a worker is asked for there, over connections like those of the pool itself: %s',
  async (name) => {
    const pools = opened()
    const citizen = citizenAt('left')
    await expect.poll(() => goesAside(pools, citizen, name)).toBe(true)
    expect(await settingsOf(await pools[name].near(citizen))).toEqual(await settingsOf(pools[name]))
    expect(await settingsOf(pools[name])).toHaveLength(SETTINGS.length)
    expect(await goesAside(pools, citizenAt('here'), name)).toBe(false)
  },
)

// proves: citus-fallback
testOnOneServer('citizens of a worker that refuses the login are asked for at the named server', async () => {
  const pools = opened()
  await expect.poll(() => goesAside(pools, citizenAt('left'))).toBe(true)
  for (let time = 0; time < 3; time += 1) expect(await goesAside(pools, citizenAt('right'))).toBe(false)
  const near = await pools.writes.near(citizenAt('right'))
  expect(await near.transaction(async (tx) => tx.query`select 1 as one`)).toEqual([{ one: 1 }])
})

const literal = (text: TemplateStringsArray) => text

/** Resolves when no connection to a worker is open, and none is being opened. One of the reads is for the proof of the cluster. */
async function refused(pools: Pools, name: Hot): Promise<void> {
  await expect.poll(() => pools[name].load().connections).toBe(name === 'reads' ? 2 : 1)
}

/** A database with the same lists, whose migrations were applied at other moments, and where processes have begun to write. */
async function otherCluster(change: (session: Session) => Promise<unknown>): Promise<TestDatabase> {
  const other = await createTestDatabase()
  await makeCitusLists(other.address, {
    left: { host: 'nowhere', port: 1 },
    right: { host: 'nowhere', port: 1 },
  })
  const session = await openSession(other.address)
  await change(session)
  await session.close()
  return other
}

// proves: citus-fallback
testOnOneServer.each([
  [
    'was migrated at another moment',
    (session: Session) =>
      session.query`update schema_migrations set applied_at = now() where name = (select min(name) from schema_migrations)`,
  ],
  [
    'has been written by other processes',
    (session: Session) => session.query`insert into database_timelines values ('1', 1, now())`,
  ],
  ['has no lists of Citus', (session: Session) => session.runText('drop view pg_dist_local_group')],
] as const)(
  'a server at the place of a worker that %s is asked nothing, whatever its lists are',
  async (_name, change) => {
    const other = await otherCluster(change)
    startup['database'] = other.database
    const pools = opened()
    const citizen = citizenAt('left')
    for (const name of ['reads', 'writes', 'asyncWrites'] as const) {
      for (let time = 0; time < 3; time += 1) {
        const near = await pools[name].near(citizen)
        expect(await near.query`select current_database() as name`).toEqual([{ name: database.database }])
        await refused(pools, name)
      }
    }
    for (const name of ['reads', 'writes', 'asyncWrites'] as const) {
      const part = await pools[name].part(citizen)
      expect(await part?.query(literal`select 1`).catch((error: unknown) => error)).toBeInstanceOf(PartAway)
    }
    startup['database'] = database.database
    await expect.poll(() => goesAside(pools, citizen), { timeout: 10_000 }).toBe(true)
    await other.drop()
  },
)

// proves: citus-fallback
testOnOneServer(
  'a server of the cluster that is another one than the list says is asked nothing',
  async () => {
    startup[LOCAL_GROUP] = '2'
    const pools = opened()
    const citizen = citizenAt('left')
    for (let time = 0; time < 3; time += 1) {
      expect(await goesAside(pools, citizen)).toBe(false)
      await refused(pools, 'reads')
    }
  },
)

// proves: citus-fallback
testOnOneServer(
  'a place that leads to another cluster later is not asked over a new connection, and the named server answers',
  async () => {
    const other = await otherCluster(
      (session) => session.query`update schema_migrations set applied_at = now()`,
    )
    const pools = opened()
    const citizen = citizenAt('left')
    await expect.poll(() => goesAside(pools, citizen, 'writes')).toBe(true)
    startup['database'] = other.database
    const near = await pools.writes.near(citizen)
    const names = await Promise.all(
      Array.from({ length: 8 }, () =>
        near.transaction(async (tx) => tx.query<{ name: string }>`select current_database() as name`),
      ),
    )
    expect(new Set(names.map(([row]) => row?.name))).toEqual(new Set([database.database]))
    await other.drop()
  },
)

// proves: citus-fallback
testOnOneServer('what waits while the last part leaves a worker is done at the named server', async () => {
  const own = await createTestDatabase()
  const way = await flakyDatabase(own, { [LOCAL_GROUP]: '1' })
  const nowhere = { host: 'nowhere', port: 1 }
  const { socketDir: host } = way.database.address
  const parts = FOUR_PARTS.map((part) => ({ ...part, at: part.at === 'right' ? ('here' as const) : part.at }))
  await makeCitusLists(own.address, { left: { host, port: own.address.port }, right: nowhere }, parts)
  const pools = openPools(own.address, { connections: 1, deadlineMilliseconds: 20_000 })
  open.push(pools)
  const citizen = citizenAt('left')
  await expect.poll(() => goesAside(pools, citizen, 'writes')).toBe(true)
  const near = await pools.writes.near(citizen)
  const held = Promise.withResolvers<void>()
  const holding = Array.from({ length: 16 }, () => near.transaction(() => held.promise))
  await expect.poll(() => pools.writes.load().transactions).toBe(16)
  const waiting = near.transaction(async (tx) => tx.query`select 1 as one`)
  await own.db.query`update pg_dist_placement set groupid = 0`
  await expect
    .poll(
      async () => {
        await pools.writes.near(citizen)
        return pools.writes.load().waiting
      },
      { timeout: 10_000 },
    )
    .toBe(0)
  expect(await waiting).toEqual([{ one: 1 }])
  expect(await near.query`select 2 as two`).toEqual([{ two: 2 }])
  held.resolve()
  await Promise.all(holding)
  await way.close()
})

// proves: citus-fallback
testOnOneServer('a worker that is away is not asked, and asked again when it is back', async () => {
  const pools = opened()
  const citizen = citizenAt('left')
  await expect.poll(() => goesAside(pools, citizen)).toBe(true)
  await left.cutOff()
  await expect.poll(() => goesAside(pools, citizen).catch(String)).toBe(false)
  expect(await goesAside(pools, citizen)).toBe(false)
  await left.comeBack()
  await expect.poll(() => goesAside(pools, citizen), { timeout: 10_000 }).toBe(true)
})

// proves: citus-fallback
testOnOneServer('a worker that is silent fails only what is asked of it', async () => {
  const pools = opened({ deadlineMilliseconds: 1_000 })
  const citizen = citizenAt('left')
  await expect.poll(() => goesAside(pools, citizen)).toBe(true)
  left.fallSilent()
  const near = await pools.reads.near(citizen)
  await expect(near.query`select 1`).rejects.toThrow(DatabaseUnavailable)
  expect(await goesAside(pools, citizenAt('here'))).toBe(false)
})

testOnOneServer('however many ask, a worker has its share of the connections', async () => {
  const pools = opened()
  const citizen = citizenAt('left')
  await expect.poll(() => goesAside(pools, citizen)).toBe(true)
  const near = await pools.reads.near(citizen)
  const before = pools.reads.load().connections
  await Promise.all(Array.from({ length: 40 }, () => near.query`select 1`))
  // Eight for two workers, of which one was open.
  expect(pools.reads.load().connections - before).toBe(3)
})

// proves: citus-fallback
testOnOneServer(
  'a worker that does not prove that it is the primary is not believed, and others are',
  async () => {
    let elapsed = 0
    const lease = new ServerLease(systemClock, () => elapsed)
    let stopped = 0
    const watchWorker = () => ({ lease, stop: async () => void (stopped += 1) })
    const pools = opened({ watchWorker })
    const citizen = citizenAt('left')
    await expect.poll(() => goesAside(pools, citizen)).toBe(true)
    lease.require()
    elapsed = 60_000
    lease.fail()
    const near = await pools.reads.near(citizen)
    await expect(near.query`select 1`).rejects.toThrow('has not proven')
    expect(await goesAside(pools, citizenAt('here'))).toBe(false)
    expect(stopped).toBe(0)
    await Promise.all(Object.values(pools).map((pool) => pool.close()))
    expect(stopped).toBeGreaterThan(0)
  },
)

// proves: citus-nearest
testOnOneServer('with a map that lies every answer is the same', async () => {
  // All rows are on the named server; by the map, nearly all citizens are elsewhere.
  const service = await startTestService({ database })
  const program = await addProgram(service)
  const isAside = () => goesAside(service.foundation, citizenAt('left'))
  await expect.poll(isAside).toBe(true)
  for (let one = 0; one < 6; one += 1) {
    const { tokens } = await enterProgram(service, program, await addCitizen(service))
    expect(await introspect(service, program, tokens.access_token)).toMatchObject({ active: true })
    const renewed = await refresh(service, program, tokens.refresh_token)
    expect(renewed.status).toBe(200)
    service.clock.advance(30)
    expect((await refresh(service, program, tokens.refresh_token)).status).toBe(400)
    expect(await introspect(service, program, tokens.access_token)).toEqual({ active: false })
  }
  await service.close()
})

// proves: citus-parts
testOnOneServer(
  'introspection and userinfo read the part itself while its server has it, and the whole tables otherwise',
  async () => {
    const own = await databaseWithAllParts()
    const session = await openSession(own.address)
    for (const shard of FOUR_PARTS.keys())
      await session.runText(`
      drop view citizens_${shard};
      create view citizens_${shard} as
        select citizen_id, subject, email, email_verified, concat(full_name, ' of part ${shard}') as full_name, phone_number,
               standing, security_version
          from citizens`)
    await session.close()
    const service = await startTestService({ database: own })
    const program = await addProgram(service)
    for (let one = 0; one < 2; one += 1) {
      const who = await addCitizen(service)
      const { tokens } = await enterProgram(service, program, who)
      const names = async () => {
        const userinfo = await fetch(`${service.baseUrl}/o/userinfo/`, {
          headers: { authorization: `Bearer ${tokens.access_token}` },
        })
        const { name } = (await userinfo.json()) as { name: string }
        return [(await introspect(service, program, tokens.access_token))['name'], name]
      }
      const shard = partOf(who.citizenId)
      expect(await names()).toEqual(Array(2).fill(`Ana Example of part ${shard}`))
      await own.db.query`update pg_dist_placement set groupid = 1 where shardid = ${shard}`
      expect(await names()).toEqual(Array(2).fill('Ana Example'))
      await own.db.query`update pg_dist_placement set groupid = 0 where shardid = ${shard}`
      await expect.poll(names, { timeout: 10_000 }).toEqual(Array(2).fill(`Ana Example of part ${shard}`))
    }
    await service.close()
    await own.drop()
  },
)

// proves: citus-parts
testOnOneServer(
  'a code, its exchange and a refresh hold the part and write it while its server has it, and go the other way otherwise',
  async () => {
    const own = await databaseWithAllParts()
    const session = await openSession(own.address)
    await session.runText(`
      create table held_parts (shard bigint);
      create or replace function lock_shard_metadata(mode int, shards bigint[]) returns void language sql as $$
        insert into held_parts select unnest(shards) $$`)
    const heldParts = () =>
      session.query<{ shard: number; times: number }>`
        select shard, count(*) as times from held_parts group by shard order by shard`
    const service = await startTestService({ database: own })
    const program = await addProgram(service)
    const who = await addCitizen(service)
    const shard = partOf(who.citizenId)
    const { tokens, browser } = await enterProgram(service, program, who)
    const refreshed = await refresh(service, program, tokens.refresh_token)
    expect(refreshed.status).toBe(200)
    await enterProgram(service, program, browser)
    // Two codes are asked for and two exchanged, and one token is refreshed.
    const held = [{ shard, times: 5 }]
    expect(await heldParts()).toEqual(held)
    await own.db.query`update pg_dist_placement set groupid = 1 where shardid = ${shard}`
    const again = await refresh(service, program, refreshed.body.refresh_token)
    expect(again.status).toBe(200)
    await enterProgram(service, program, browser)
    expect(await heldParts()).toEqual(held)
    await session.close()
    await service.close()
    await own.drop()
  },
)

// proves: citus-parts
testOnOneServer('what writes does not wait long for a part that somebody else holds', async () => {
  const pools = opened()
  const citizen = citizenAt('here')
  const part = await pools.writes.part(citizen)
  const write = () => part?.query(literal`delete from access_tokens where false`)
  expect(await write()).toEqual([])
  const session = await openSession(database.address)
  await session.transaction(async (tx) => {
    await tx.query`select pg_advisory_xact_lock(${partOf(citizen)}::bigint)`
    await expect(write()).rejects.toBeInstanceOf(PartAway)
  })
  expect(await write()).toEqual([])
  await session.close()
})
