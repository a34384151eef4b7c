import { setImmediate as immediate } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { onEach } from '../../testing/database.ts'
import { askFeed, type Listener, listenAt } from '../../testing/ended-feed.ts'
import { isDistributed } from '../../testing/one-server.ts'
import { addCitizen, addProgram, type TestClient } from '../../testing/people.ts'
import { enterProgram, introspect } from '../../testing/program-flow.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { signOutCitizen } from '../citizens/index.ts'
import type { Database } from '../platform/postgres/database.ts'
import { openSession, type Session } from '../platform/postgres/session.ts'
import { Unavailable } from '../platform/unavailable.ts'
import { lookAtServers } from './servers-store.ts'

let service: TestService
let program: TestClient
let session: Session
let looks = 0
const closings: (() => Promise<unknown>)[] = []

/** Counts the looks at the servers. */
function counting(db: Database): Database {
  return {
    layout: () => db.layout(),
    transaction: (work) => db.transaction(work),
    query(statement, ...values) {
      if (statement.join('').includes('master_run_on_worker')) looks += 1
      return db.query(statement, ...values)
    },
  }
}

beforeAll(async () => {
  if (!isDistributed) return
  service = await startTestService({ between: counting })
  program = await addProgram(service, {
    tokenLimitPerMinute: 1_000_000,
    introspectionLimitPerMinute: 1_000_000,
  })
  session = await openSession(service.database.address)
})
afterEach(async () => {
  for (const close of closings.splice(0)) await close()
})
afterAll(async () => {
  await session?.close()
  await service?.close()
})

async function entered() {
  const who = await addCitizen(service)
  const { tokens } = await enterProgram(service, program, who)
  return { who, token: tokens.access_token }
}

const signOut = ({ who }: { who: { subject: string } }) =>
  signOutCitizen(service.foundation, { emailOrSubject: who.subject, reason: 'a test' })

/** Whether the sign-out was acknowledged. It may have happened also where it was not. */
async function isSignedOut(person: { who: { subject: string } }): Promise<boolean> {
  try {
    await signOut(person)
    return true
  } catch (error) {
    if (error instanceof Unavailable) return false
    throw error
  }
}

interface Part {
  /** The number in the names of the part's tables: audit_events_102008. */
  readonly number: Readonly<Record<string, number>>
  readonly worker: TestService['database']['workers'][number]
}

/** Where the rows of a citizen are. */
async function partOf(citizenId: string): Promise<Part> {
  const tables = ['audit_events', 'citizens']
  const found = await session.runText<{ table: string; number: number; port: number }>(
    `select t.name as table, s.shardid::int as number, s.nodeport as port
       from unnest($1::text[]) as t (name)
       join citus_shards s on s.shardid = get_shard_id_for_distribution_column(t.name::regclass, $2::uuid)`,
    [tables, citizenId],
  )
  const worker = service.database.workers.find(({ port }) => port === found[0]?.port)
  if (!worker) throw new Error('The citizen is nowhere')
  return { number: Object.fromEntries(found.map(({ table, number }) => [table, number])), worker }
}

describe.runIf(isDistributed)('on several servers', () => {
  // proves: feed-late-commit
  test('a part that was prepared long ago is told when its server has committed it', async () => {
    const late = await entered()
    const { number, worker } = await partOf(late.who.citizenId)
    const there = await openSession({ kind: 'socket', ...worker, database: service.database.database })
    closings.push(() => there.close())
    await there.runText(`
      set citus.enable_manual_changes_to_shards = on;
      begin;
      update citizens_${number['citizens']} set security_version = security_version + 1 where citizen_id = '${late.who.citizenId}';
      insert into audit_events_${number['audit_events']} (event_id, filed_under, at, name, citizen_id, actor, details)
      values (gen_random_uuid(), '${late.who.citizenId}', to_timestamp(0), 'citizen-signed-out', '${late.who.citizenId}', 'system', '{}');
      prepare transaction 'late_${number['citizens']}'`)
    const listener = await listenAt([service.baseUrl], program)
    for (let turn = 0; turn < 3; turn += 1) {
      const other = await entered()
      await signOut(other)
      await listener.until(other.who.subject)
    }
    expect(listener.heard).not.toContain(late.who.subject)
    await there.runText(`commit prepared 'late_${number['citizens']}'`)
    expect(await listener.until(late.who.subject)).toEqual({ sub: late.who.subject })
  })

  // proves: feed-numbers-of-each-server
  test('every event has the number of a transaction of the server that has it', async () => {
    for (let turn = 0; turn < 4; turn += 1) await signOut(await entered())
    const rows = await session.runText<{ right: string }>(
      `select result as right from run_command_on_shards('audit_events',
         'select coalesce(bool_and(xmin::text = mod(written_in::text::bigint, 4294967296)::text), true) from %s')`,
    )
    expect(new Set(rows.map(({ right }) => right))).toEqual(new Set(['t']))
  })

  // proves: feed-numbers-of-each-server
  test('the endpoint is missing while a server does not number its events, and programs introspect', async () => {
    const [worker] = service.database.workers
    if (!worker) throw new Error('There is no worker')
    const [part] = await onEach(
      [worker],
      service.database.database,
      `select tgrelid::regclass::text as table, tgname as name from pg_trigger where tgname like 'audit_events_numbered_%' limit 1`,
    )
    const { table, name } = part?.[0] as { table: string; name: string }
    const turn = (way: string) =>
      onEach(
        [worker],
        service.database.database,
        `set citus.enable_manual_changes_to_shards = on; alter table ${table} ${way} trigger ${name}`,
      )
    await turn('disable')
    expect((await askFeed(service.baseUrl, program)).status).toBe(404)
    await turn('enable')
    expect((await askFeed(service.baseUrl, program)).status).toBe(200)
  })

  // proves: feed-check-all
  test('a part that was moved says: check everything, and the feed goes on', async () => {
    const here = await entered()
    const { number, worker } = await partOf(here.who.citizenId)
    const other = service.database.workers.find(({ port }) => port !== worker.port)
    const { cursor } = (await askFeed(service.baseUrl, program)).body
    await session.runText(
      `select citus_move_shard_placement(${number['citizens']}, '${worker.socketDir}', ${worker.port}, '${other?.socketDir}', ${other?.port})`,
    )
    await signOut(here)
    const after = (await askFeed(service.baseUrl, program, cursor)).body
    expect([after.check_all, after.ended]).toEqual([true, []])
    const next = await listenAt([service.baseUrl], program)
    const again = await entered()
    await signOut(again)
    expect(await next.until(again.who.subject)).toEqual({ sub: again.who.subject })
  })

  // proves: feed-check-all
  test('the last crash of each server is in the history of a cursor', async () => {
    const { workers, database } = service.database
    const [looks, resets] = await Promise.all([
      lookAtServers(service.database.db, []),
      onEach(
        workers,
        database,
        'select extract(epoch from stats_reset)::text as reset from pg_stat_bgwriter',
      ),
    ])
    const times = resets.flat().map((row) => (row as { reset: string }).reset)
    expect(looks).toHaveLength(workers.length)
    for (const time of times) expect(looks.some(({ history }) => history.includes(time))).toBe(true)
  })

  // proves: feed-one-look-for-all
  test('a process looks at most twice a second, however many requests wait', async () => {
    const listeners = await Promise.all(
      Array.from({ length: 40 }, () => listenAt([service.baseUrl], program)),
    )
    const before = looks
    const waiting = listeners.map((listener) => listener.next())
    const other = await entered()
    await signOut(other)
    const answers = await Promise.all(waiting)
    expect(answers.map(({ ended }) => ended)).toEqual(listeners.map(() => [{ sub: other.who.subject }]))
    // Ten seconds at most.
    expect(looks - before).toBeLessThan(listeners.length)
  })

  // proves: feed-one-look-for-all
  test('of those who share a look each is told what its own cursor has not seen', async () => {
    const [first, second] = [await entered(), await entered()]
    const { cursor } = (await askFeed(service.baseUrl, program)).body
    await signOut(first)
    const later = (await askFeed(service.baseUrl, program, cursor)).body.cursor
    const asking = Array.from({ length: 8 }, (_, at) =>
      askFeed(service.baseUrl, program, at % 2 === 0 ? cursor : later),
    )
    expect((await asking[0])?.body.ended).toEqual([{ sub: first.who.subject }])
    await signOut(second)
    const answers = await Promise.all(asking)
    expect(answers.filter((_, at) => at % 2 === 1).map(({ body }) => body.ended)).toEqual(
      [1, 2, 3, 4].map(() => [{ sub: second.who.subject }]),
    )
  })

  /** Ends citizens one after the other while `disturb` runs, and listens. Nobody whose access has ended may stay unnoticed. */
  async function endWhile(disturb: () => Promise<unknown>) {
    let isOver = false
    const noticed = new Map<string, number>()
    let checkedAt = 0
    let checks = 0
    let listener: Listener | undefined
    const hear = async () => {
      listener ??= await listenAt([service.baseUrl], program)
      const answer = await listener.next()
      const now = performance.now()
      if (answer.check_all) checks += 1
      if (answer.check_all) checkedAt = now
      for (const { sub } of answer.ended) noticed.set(sub, now)
      return answer
    }
    const hearing = (async () => {
      while (!isOver) await hear().catch(() => undefined)
      // What is still to be told.
      for (let quiet = 0; quiet < 2; ) {
        const answer = await hear().catch(() => undefined)
        if (answer?.ended.length === 0 && !answer.check_all) quiet += 1
      }
    })()
    const people = await Promise.all(Array.from({ length: 40 }, entered))
    const ends = new Map<string, number>()
    const ending = [0, 1].map(async (lane) => {
      for (const [at, person] of people.entries()) {
        if (at % 2 !== lane) continue
        while (!(await isSignedOut(person))) await immediate()
        ends.set(person.who.subject, performance.now())
      }
    })
    await Promise.all([...ending, disturb()])
    await expect
      .poll(() => session.runText('select recover_prepared_transactions()').then(() => 'done', String))
      .toBe('done')
    isOver = true
    await hearing
    const unnoticed: string[] = []
    let ended = 0
    for (const { who, token } of people) {
      const { active } = await introspect(service, program, token)
      if (active) continue
      ended += 1
      const endedAt = ends.get(who.subject) ?? 0
      if (!noticed.has(who.subject) && checkedAt < endedAt) unnoticed.push(who.subject)
    }
    return { unnoticed, ended, checks, heard: noticed.size }
  }

  // proves: feed-nothing-missed-on-several-servers
  test('while parts are moved and citizens ended, nobody stays unnoticed', { timeout: 240_000 }, async () => {
    const { citizenId } = await addCitizen(service)
    const found = await endWhile(async () => {
      for (let turn = 0; turn < 2; turn += 1) {
        const { number, worker } = await partOf(citizenId)
        const other = service.database.workers.find(({ port }) => port !== worker.port)
        await session.runText(
          `select citus_move_shard_placement(${number['citizens']}, '${worker.socketDir}', ${worker.port}, '${other?.socketDir}', ${other?.port})`,
        )
      }
    })
    expect(found.unnoticed).toEqual([])
    expect(found.ended).toBe(40)
    expect(found.heard).toBeGreaterThan(10)
  })

  // proves: feed-nothing-missed-on-several-servers
  test('while a worker loses every connection again and again, nobody stays unnoticed', {
    timeout: 240_000,
  }, async () => {
    const { workers, database } = service.database
    const found = await endWhile(async () => {
      for (let turn = 0; turn < 12; turn += 1) {
        await onEach(
          workers.slice(turn % 2, (turn % 2) + 1),
          database,
          `select pg_terminate_backend(pid, 2000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
        )
      }
    })
    expect(found.unnoticed).toEqual([])
    expect(found.ended).toBe(40)
  })
})
