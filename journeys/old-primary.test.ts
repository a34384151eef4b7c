// Takes long, because a lease lasts five seconds, and each test has two servers of its own.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { acknowledgedBy as ofService } from '../packages/identity/src/platform/postgres/prove-primary.ts'
import { openPair, type Pair } from '../packages/identity/src/platform/postgres/replica.fixture.ts'
import { acknowledgedBy as ofStore } from '../packages/program/src/store/postgres/proof-statement.ts'
import { type Balancer, type Closings, openBalancer, type Process, SERVICE, STORE } from './old-primary.ts'

/** The service and the PostgreSQL store of a program have no code in common (decision 89). Both keep away from an old primary as these tests say. */
let pair: Pair
let balancer: Balancer
const closings: Closings = []

describe.each([
  ['the service', SERVICE],
  ['the store of a program', STORE],
])('%s', (_name, { open, table }) => {
  beforeEach(async () => {
    pair = await openPair()
    closings.push(() => pair.close())
    balancer = await openBalancer(pair, closings)
  })
  afterEach(async () => {
    for (const member of [pair.primary, pair.replica]) member.signal('SIGCONT')
    for (const close of closings.splice(0).reverse()) await close()
  })

  const openProcess = (user?: string) => open(balancer.url(user), closings)
  const startProcess = async (user?: string) => {
    const process = await openProcess(user)
    await process.start()
    return process
  }
  /** Which server answers a process, or why none does. */
  const answers = async (process: Process) => {
    const port = await process.port()
    return pair.primary.place.endsWith(`:${port}`) ? 'primary' : 'replica'
  }
  const whoAnswers = (process: Process) => answers(process).catch(String)
  const stored = () => pair.replica.ask(`select timeline::int from ${table}`).catch(() => [])

  // proves: failover-old-connection-broken, failover-old-server-refused, failover-frozen-primary, failover-timeline-stored, failover-alarm
  test.each(['goes on', 'is frozen (SIGSTOP), and wakes up'])(
    'once one connection has seen the promoted server, all to the old primary are broken, also amid a statement, and it is refused: the old one %s',
    async (what) => {
      const process = await startProcess()
      const running = [process.sleep(), process.sleep()].map((each) => each.catch((error: unknown) => error))
      expect(await answers(process)).toBe('primary')
      await expect.poll(stored).toEqual([{ timeline: 1 }])
      if (what !== 'goes on') pair.primary.signal('SIGSTOP')
      await pair.replica.promote()
      balancer.leadTo('replica')
      balancer.cut()
      await expect.poll(() => whoAnswers(process)).toBe('replica')
      for (const each of running) expect(await each).toBeInstanceOf(Error)
      await expect.poll(stored).toEqual([{ timeline: 2 }])
      pair.primary.signal('SIGCONT')
      balancer.leadTo('primary')
      balancer.cut()
      await expect.poll(() => whoAnswers(process)).toContain('is an old primary')
      expect(process.said).toEqual(['error database_timeline_old'])
    },
  )

  // proves: failover-timeline-stored, failover-timeline-own-cluster, failover-old-server-refused
  test('a server is refused whose timeline is lower than one that is stored for its cluster, and not for another one', async () => {
    await startProcess()
    await pair.primary.ask(`insert into ${table} values ('42', 9, now())`)
    const process = await startProcess()
    expect(await answers(process)).toBe('primary')
    await pair.primary.ask(`update ${table} set timeline = 5 where system_identifier <> '42'`)
    const late = await openProcess()
    // Its connection may be broken before it has read the answer.
    await expect(late.start()).rejects.toThrow()
    await expect.poll(() => whoAnswers(late)).toContain('is an old primary')
  })

  /** Lets the function that tells the timeline fail with this SQLSTATE, for the role `shadowed`. */
  const failWith = (code: string | null) =>
    pair.primary.ask(
      `delete from shadow.fault; insert into shadow.fault values (${code ? `'${code}'` : 'null'})`,
    )
  const shadow = () =>
    pair.primary.ask(`
      create schema shadow; create table shadow.fault (code text);
      create function shadow.pg_walfile_name(pg_lsn) returns text language plpgsql as $$
        declare fault text := (select code from shadow.fault);
        begin
          if fault is not null then raise exception 'it does not say' using errcode = fault; end if;
          return pg_catalog.pg_walfile_name($1);
        end $$;
      create role shadowed superuser login; alter role shadowed set search_path = shadow, public, pg_catalog`)

  // proves: failover-old-server-refused, failover-fence-harmless, program-lease-harmless
  test('a server that never says its timeline is used, and not one that cannot say it now', async () => {
    await startProcess()
    await shadow()
    for (const code of ['42883', '42501', '0A000']) {
      await failWith(code)
      expect([code, await whoAnswers(await startProcess('shadowed'))]).toEqual([code, 'primary'])
    }
    for (const code of ['57014', '53200', '55000', '58030', '40001', '25006', '08006', 'XX000', 'XX001']) {
      await failWith(code)
      const process = await openProcess('shadowed')
      expect([code, await process.start().catch(() => 'refused')]).toEqual([code, 'refused'])
    }
  })

  // proves: failover-lease, program-lease
  test('a proof that the server cannot give now is none, and everything goes on with the next one', async () => {
    await pair.replicateSynchronously('walreceiver')
    await startProcess()
    await shadow()
    const process = await startProcess('shadowed')
    expect(await answers(process)).toBe('primary')
    await failWith('57014')
    await expect.poll(() => whoAnswers(process)).not.toBe('primary')
    await failWith(null)
    await expect.poll(() => whoAnswers(process)).toBe('primary')
  })

  // proves: failover-lease, failover-lease-moves, program-lease, program-lease-moves, threat-replaced-server
  test.each(['walreceiver', '*'])(
    'a process that only reads moves to the promoted server although the old primary goes on: synchronous_standby_names = %s',
    async (names) => {
      await pair.replicateSynchronously(names)
      const process = await startProcess()
      expect(await answers(process)).toBe('primary')
      await expect.poll(stored).toEqual([{ timeline: 1 }])
      await pair.replica.promote()
      balancer.leadTo('replica')
      await expect.poll(() => whoAnswers(process)).toBe('replica')
      expect(await pair.primary.ask('select pg_is_in_recovery() as replica')).toEqual([{ replica: false }])
    },
  )

  // proves: failover-lease, program-lease
  test('where the standby acknowledges nothing, nothing is read; where it does again, everything goes on', async () => {
    await pair.replicateSynchronously('walreceiver')
    const process = await startProcess()
    pair.replica.signal('SIGSTOP')
    await expect.poll(() => whoAnswers(process)).toContain('has not proven')
    await expect.poll(() => process.said).toEqual(['error database_unproven'])
    pair.replica.signal('SIGCONT')
    await expect.poll(() => whoAnswers(process)).toBe('primary')
    await expect.poll(() => process.said).toEqual(['error database_unproven', 'info database_proven'])
  })
})

// proves: failover-lease, program-lease
test.each([
  ['', 'on', 'none'],
  ['  ', 'on', 'none'],
  ['one', 'off', 'none'],
  ['one', 'local', 'none'],
  ['one', 'on', 'all'],
  ['"node one, east"', 'remote_apply', 'all'],
  ['2 (one, two)', 'on', 'all'],
  ['FIRST 2 ("a", b)', 'on', 'all'],
  ['one, two', 'on', 'some'],
  ['1 (one, two)', 'on', 'some'],
  ['ANY 1 (one,two)', 'on', 'some'],
  ['any 2 (one, two, "three")', 'on', 'some'],
  ['*', 'on', 'some'],
  ['FIRST 1 (*)', 'on', 'some'],
])(
  'synchronous_standby_names = %s and synchronous_commit = %s: a commit is acknowledged by %s',
  (names, commit, expected) => {
    for (const acknowledgedBy of [ofService, ofStore])
      expect(acknowledgedBy({ names, commit })).toBe(expected)
  },
)
