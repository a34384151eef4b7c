import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, onEach, type TestDatabase } from '../../testing/database.ts'
import { isDistributed } from '../../testing/one-server.ts'
import { DatabaseUnavailable } from '../platform/postgres/database.ts'
import { openSession, type Session } from '../platform/postgres/session.ts'

let database: TestDatabase
let session: Session

beforeAll(async () => {
  if (!isDistributed) return
  database = await createTestDatabase()
  session = await openSession(database.address)
  await session.runText('create table doubtful (id bigint primary key)')
  // One shard, and so one backend, at each worker.
  await session.runText("select create_distributed_table('doubtful', 'id', shard_count => 2)")
})
afterAll(async () => {
  await session?.close()
  await database?.drop()
})

/** A worker with the backend that holds the part of an open transaction. */
interface Part {
  readonly worker: TestDatabase['workers'][number]
  readonly pid: number
}

/** Runs a statement in the test's database on a worker. */
async function at<Row>(worker: Part['worker'], statement: string): Promise<Row[]> {
  const [rows = []] = await onEach([worker], database.database, statement)
  return rows as Row[]
}

async function partAt(worker: Part['worker']): Promise<Part> {
  const [row] = await at<{ pid: number }>(
    worker,
    `select pid from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction' and query like '%doubtful%'`,
  )
  if (!row) throw new Error('A worker has no part of the transaction')
  return { worker, pid: row.pid }
}

const rowsOf = () => session.query<{ n: number }>`select count(*)::int as n from doubtful`

// proves: threat-database-outage
test.skipIf(!isDistributed)(
  'a commit that one worker has prepared and not made is not acknowledged, and comes true',
  async () => {
    const [first, second] = database.workers
    if (!first || !second) throw new Error('The cluster needs two workers')
    const begun = Promise.withResolvers<readonly Part[]>()
    const committed = session.transaction(async (tx) => {
      // Of forty rows, each worker has some.
      await tx.query`insert into doubtful select generate_series(1, 40)`
      const parts = await Promise.all([first, second].map(partAt))
      // The commit waits for the second worker to prepare.
      process.kill(parts[1]?.pid ?? 0, 'SIGSTOP')
      begun.resolve(parts)
    })
    const refused = expect(committed).rejects.toThrow(DatabaseUnavailable)
    const [lost, frozen] = await begun.promise
    const isPrepared = () => at(first, 'select 1 from pg_prepared_xacts where database = current_database()')
    try {
      await expect.poll(isPrepared).toHaveLength(1)
      await at(first, `select pg_terminate_backend(${lost?.pid}, 5000)`)
    } finally {
      process.kill(frozen?.pid ?? 0, 'SIGCONT')
    }
    await refused
    const [seen] = await rowsOf()
    expect(seen?.n).toBeLessThan(40)
    await session.runText('select recover_prepared_transactions()')
    expect(await rowsOf()).toEqual([{ n: 40 }])
  },
)
