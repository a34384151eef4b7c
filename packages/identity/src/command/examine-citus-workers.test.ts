import { createServer } from 'node:net'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { isDistributed, testOnOneServer } from '../../testing/one-server.ts'
import { LOCAL_GROUP, makeCitusLists } from '../platform/postgres/citus-lists.fixture.ts'
import { openPool } from '../platform/postgres/connect.ts'
import { type FlakyDatabase, flakyDatabase } from '../platform/postgres/outage.fixture.ts'
import { examineCitusWorkers } from './examine-citus-workers.ts'

let database: TestDatabase
const ways: FlakyDatabase[] = []

beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(async () => {
  await Promise.all(ways.splice(0).map((way) => way.close()))
  await database.drop()
})

/** A worker with this number, which is the same server, or leads to another database. */
async function workerAs(group: number, leadsTo = database) {
  const way = await flakyDatabase(database, { database: leadsTo.database, [LOCAL_GROUP]: String(group) })
  ways.push(way)
  const { socketDir: host, port } = way.database.address
  return { host, port }
}

/** What a doctor finds that begins after the lists are there. */
async function examine() {
  const db = openPool(database.address, { connections: 1, deadlineMilliseconds: 20_000, access: 'any' })
  return examineCitusWorkers(db, database.address).finally(() => db.close())
}

/** A port on which nothing listens. */
async function closedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const place = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof place === 'object' ? (place?.port ?? 0) : 0
}

testOnOneServer('of one server nothing is said', async () => {
  expect(await examine()).toEqual([])
})

testOnOneServer('workers that let this machine in are told', async () => {
  await makeCitusLists(database.address, { left: await workerAs(1), right: await workerAs(2) })
  const found = await examine()
  expect(found).toMatchObject([{ check: 'Citus workers', state: 'ok' }])
  expect(found[0]?.says).toBe('this machine reaches each of 2, with sslmode=disable')
})

// proves: citus-fallback
testOnOneServer(
  'a server that is another one than the worker of the list is told in one sentence',
  async () => {
    const other = await createTestDatabase()
    await other.db.query`update schema_migrations set applied_at = now()`
    const [left, right] = [await workerAs(1, other), await workerAs(3)]
    await makeCitusLists(database.address, { left, right })
    await makeCitusLists(other.address, { left, right })
    const found = await examine()
    expect(found).toMatchObject([{ check: 'Citus workers', state: 'idle', mend: '' }])
    expect(found[0]?.says).toContain(
      `${left.host}:${left.port} (sslmode=disable; it is no server of this cluster)`,
    )
    expect(found[0]?.says).toContain(
      `${right.host}:${right.port} (sslmode=disable; it is not the server with groupid 2`,
    )
    await other.drop()
  },
)

// proves: citus-fallback
testOnOneServer(
  'a worker that this machine does not reach is told in one sentence, and is no fault',
  async () => {
    const left = await workerAs(1)
    const closed = await closedPort()
    await makeCitusLists(database.address, {
      left,
      right: { host: '127.0.0.1', port: closed },
    })
    const found = await examine()
    expect(found).toMatchObject([{ check: 'Citus workers', state: 'idle', mend: '' }])
    expect(found[0]?.says).toContain(`cannot ask 127.0.0.1:${closed} (sslmode=disable; connect ECONNREFUSED`)
    expect(found[0]?.says).not.toContain(left.host)
  },
)

testOnOneServer('where the asked server has all citizens, there is nothing to tell', async () => {
  const server = { host: 'nowhere', port: 1 }
  const all = [{ from: -(2 ** 31), to: 2 ** 31 - 1, at: 'here' } as const]
  await makeCitusLists(database.address, { left: server, right: server }, all)
  expect(await examine()).toEqual([])
})

test.runIf(isDistributed)('each worker of a cluster is reached', async () => {
  const { workers } = inject('testServer')
  const found = await examine()
  expect(found).toMatchObject([{ state: 'ok', says: expect.stringContaining(`each of ${workers.length}`) }])
})
