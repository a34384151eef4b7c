// Takes long, because each test has two servers of its own and promotes one.
import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MIGRATIONS } from '../../migrations.ts'
import { type DatabasePool, openPool, type PoolOptions } from './connect.ts'
import { DatabaseUnavailable } from './database.ts'
import { migrate } from './migrate.ts'
import { connectionOpener } from './open-connection.ts'
import { openPair, type Pair } from './replica.fixture.ts'

let pair: Pair
let pools: DatabasePool[] = []

beforeEach(async () => {
  pair = await openPair()
})
afterEach(async () => {
  for (const pool of pools) await pool.close()
  pools = []
  await pair.close()
})

function openPoolAt(url: string, server: PoolOptions['server'] = 'primary', patience = 20_000): DatabasePool {
  const options = { connections: 3, deadlineMilliseconds: patience, access: 'any', server } as const
  const pool = openPool({ kind: 'url', url }, options)
  pools.push(pool)
  return pool
}

const REPLICA = [{ isReplica: true }]
const PRIMARY = [{ isReplica: false }]
const AT_ONCE = 12

/** Many statements and transactions at once, so that every connection is opened. */
function askAll(pool: DatabasePool): Promise<PromiseSettledResult<unknown>[]> {
  const ask = (db: Pick<DatabasePool, 'query'>) => db.query`select pg_is_in_recovery() as "isReplica"`
  const asked = Array.from({ length: AT_ONCE }, (_, n) => (n % 2 ? ask(pool) : pool.transaction(ask)))
  return Promise.allSettled(asked)
}

const PRIMARY_FOR_ALL = Array.from({ length: AT_ONCE }, () => ({ status: 'fulfilled', value: PRIMARY }))

test('of several servers the primary is found, whichever comes first, and a replica alone is refused', async () => {
  const { primary, replica } = pair
  expect(await replica.ask('select pg_is_in_recovery() as "isReplica"')).toEqual(REPLICA)
  for (const order of [
    [replica, primary],
    [primary, replica],
  ]) {
    for (const query of ['', '?target_session_attrs=read-write'])
      expect(await askAll(openPoolAt(pair.url(query, order)))).toEqual(PRIMARY_FOR_ALL)
  }
  await migrate({ kind: 'url', url: pair.url() }, MIGRATIONS)
  const alone = openPoolAt(pair.url('', [replica]))
  await expect(alone.query`select 1`).rejects.toThrow(DatabaseUnavailable)
  await expect(alone.transaction((tx) => tx.query`select 1`)).rejects.toThrow(DatabaseUnavailable)
  const [onlyOne, ofBoth] = [[replica], [replica, primary]].map((order) => pair.url('', order))
  expect(await askAll(openPoolAt(onlyOne ?? '', 'any'))).toContainEqual({
    status: 'fulfilled',
    value: REPLICA,
  })
  expect(await askAll(openPoolAt(ofBoth ?? '', 'any'))).toEqual(PRIMARY_FOR_ALL)
})

/** A replica that refuses sessions in the language of its operator, as PostgreSQL does with `lc_messages = ru_RU.UTF-8`. */
async function openForeignReplica() {
  const fields = [
    'SВАЖНО',
    'VFATAL',
    'C0A000',
    'Mнельзя установить режим транзакции "чтение-запись"',
    '',
  ].join('\0')
  const body = Buffer.from(`${fields}\0`)
  const length = Buffer.alloc(4)
  length.writeInt32BE(body.length + 4)
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end(Buffer.concat([Buffer.from('E'), length, body])))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return { place: `127.0.0.1:${Object(server.address()).port}`, close: () => server.close() }
}

test('a replica that says it in another language is a replica, too', async () => {
  const foreign = await openForeignReplica()
  const url = pair.url('?sslmode=disable').replace(pair.replica.place, foreign.place)
  expect(await openPoolAt(url).query`select pg_is_in_recovery() as "isReplica"`).toEqual(PRIMARY)
  foreign.close()
})

test('when the primary is lost amid statements the replica answers nobody until it is the primary', async () => {
  const { primary, replica } = pair
  const pool = openPoolAt(pair.url(), 'primary', 3_000)
  await expect.poll(() => askAll(pool)).toEqual(PRIMARY_FOR_ALL)
  const sleep = () => pool.query`select pg_sleep(60)`.catch((error: unknown) => error)
  const underway = Array.from({ length: 3 }, sleep)
  const sleepers = "select count(*)::int as count from pg_stat_activity where wait_event = 'PgSleep'"
  await expect.poll(() => primary.ask(sleepers)).toEqual([{ count: 3 }])
  await primary.kill()
  for (const error of await Promise.all(underway)) expect(error).toBeInstanceOf(DatabaseUnavailable)
  for (let round = 0; round < 3; round += 1) {
    for (const { status } of await askAll(pool)) expect(status).toBe('rejected')
  }
  await replica.promote()
  await expect.poll(() => askAll(pool)).toEqual(PRIMARY_FOR_ALL)
})

// proves: failover-frozen-primary
test('a frozen primary, which takes connections and says nothing, does not keep anybody from the promoted server', async () => {
  const { primary, replica } = pair
  expect(await replica.ask('select pg_is_in_recovery() as "isReplica"')).toEqual(REPLICA)
  primary.signal('SIGSTOP')
  await replica.promote()
  const patience = { settings: {}, connectMilliseconds: 600_000 }
  const connection = await connectionOpener(
    { kind: 'url', url: pair.url('', [primary, replica]) },
    patience,
  )()
  const isReplica = await connection.runText('select pg_is_in_recovery() as "isReplica"')
  connection.destroy()
  primary.signal('SIGCONT')
  expect(isReplica).toEqual(PRIMARY)
})

// proves: failover-guesses-survive
test('counters of guesses survive a failover, and counters of requests begin anew', async () => {
  const { primary, replica } = pair
  await migrate({ kind: 'url', url: pair.url('', [primary]) }, MIGRATIONS)
  await primary.ask(`
    insert into sign_in_failures values ('\\x01', 4, now(), now() + interval '1 hour');
    insert into guessed_addresses values ('\\x02', 99, now() + interval '1 hour');
    insert into rate_counters values ('register 192.0.2.1', 3, now() + interval '1 hour')`)
  const guesses = 'select failures from sign_in_failures union all select failures from guessed_addresses'
  await expect.poll(() => replica.ask(guesses).catch(() => [])).toEqual([{ failures: 4 }, { failures: 99 }])
  await primary.kill()
  await replica.promote()
  expect(await replica.ask(guesses)).toEqual([{ failures: 4 }, { failures: 99 }])
  expect(await replica.ask('select counter from rate_counters')).toEqual([])
})
