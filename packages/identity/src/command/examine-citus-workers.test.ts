import { createServer } from 'node:net'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { isDistributed, testOnOneServer } from '../../testing/one-server.ts'
import { makeCitusLists } from '../platform/postgres/citus-lists.fixture.ts'
import { openPool } from '../platform/postgres/connect.ts'
import { examineCitusWorkers } from './examine-citus-workers.ts'

let database: TestDatabase

beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.drop())

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
  const { socketDir: host, port } = database.address
  await makeCitusLists(database.address, { left: { host, port }, right: { host, port } })
  expect(await examine()).toMatchObject([{ check: 'Citus workers', state: 'ok' }])
})

// proves: citus-fallback
testOnOneServer(
  'a worker that this machine does not reach is told in one sentence, and is no fault',
  async () => {
    const { socketDir: host, port } = database.address
    const closed = await closedPort()
    await makeCitusLists(database.address, {
      left: { host, port },
      right: { host: '127.0.0.1', port: closed },
    })
    const found = await examine()
    expect(found).toMatchObject([{ check: 'Citus workers', state: 'idle', mend: '' }])
    expect(found[0]?.says).toContain(`cannot log in to 127.0.0.1:${closed} (connect ECONNREFUSED`)
    expect(found[0]?.says).not.toContain(host)
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
