import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { createCitusDatabase } from '../../testing/citus-servers.ts'
import { fillTables } from '../../testing/crowd.ts'
import { createTestDatabase, onEach } from '../../testing/database.ts'
import { FORMER_MIGRATIONS, makeFormerSchema } from '../../testing/former-schema.ts'
import { isDistributed } from '../../testing/one-server.ts'
import { MIGRATIONS, SCHEMA } from '../migrations.ts'
import { type DatabasePool, openPool } from '../platform/postgres/connect.ts'
import { HalfDistributed } from '../platform/postgres/layout.ts'
import { migrate } from '../platform/postgres/migrate.ts'
import { openSession, type Session } from '../platform/postgres/session.ts'
import { TABLES } from '../room-heads.ts'
import { findTables } from './distribution-store.ts'
import {
  distribute,
  distributeNewTables,
  placementsOf,
  planDistribution,
  rehearseDistribution,
} from './index.ts'

const POOL = { connections: 1, deadlineMilliseconds: 30_000, access: 'any' } as const
const NAMES = placementsOf(TABLES).map(([name]) => name)
const quiet = () => undefined

test.skipIf(isDistributed)('without the extension nothing is done, and the reason is told', async () => {
  const database = await createTestDatabase()
  const session = await openSession(database.address)
  expect(await planDistribution(session, SCHEMA)).toEqual({ ok: false, refusal: 'no-extension' })
  expect(await distribute(session, SCHEMA, quiet)).toEqual({ ok: false, refusal: 'no-extension' })
  expect(await rehearseDistribution(session, SCHEMA, quiet)).toEqual({ ok: false, refusal: 'no-extension' })
  expect(await database.db.layout()).toBe('one-server')
  await session.close()
  await database.drop()
})

test('every table of the schema has a placement, and no other', async () => {
  const database = await createTestDatabase()
  const tables = await database.db.query<{ name: string }>`
    select relname as name from pg_class
     where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') order by relname`
  expect(tables.map(({ name }) => name).filter((name) => !name.startsWith('citus_'))).toEqual(
    [...NAMES].sort(),
  )
  await database.drop()
})

describe.skipIf(!isDistributed)('on a coordinator with workers', () => {
  const { workers, ...coordinator } = inject('testServer')
  let name: string
  let session: Session
  const at = (server: Omit<typeof coordinator, 'workers'>) =>
    ({ kind: 'socket', ...server, database: name }) as const

  beforeEach(async () => {
    name = `test_${randomBytes(6).toString('hex')}`
    await createCitusDatabase({ ...coordinator, workers }, name)
    session = await openSession(at(coordinator))
  })
  afterEach(async () => {
    await session.close()
    await onEach([coordinator, ...workers], 'postgres', `drop database if exists ${name} with (force)`)
  })

  const isPlanned = async () => {
    const planned = await planDistribution(session, SCHEMA)
    return planned.ok
      ? planned.value.filter((table) => !table.isDistributed).map(({ table }) => table)
      : planned.refusal
  }
  const countRows = async () => {
    const counts: Record<string, number> = {}
    for (const table of NAMES.filter((each) => each !== 'schema_migrations')) {
      const [row] = await session.runText<{ rows: number }>(`select count(*)::int as rows from ${table}`)
      counts[table] = row?.rows ?? -1
    }
    return counts
  }
  const fill = async () => {
    const db = openPool(at(coordinator), POOL)
    await fillTables(
      { address: at(coordinator) },
      { citizens: 2_000, nowSeconds: 1_780_000_000, clientId: 'parking' },
    )
    await db.query`update audit_events set filed_under = null where event_id < ${'80000000-0000-0000-0000-000000000000'}`
    await db.close()
  }

  test('the plan names every table and changes nothing', async () => {
    expect(await isPlanned()).toEqual(NAMES)
    expect(await isPlanned()).toEqual(NAMES)
    expect(await session.layout()).toBe('one-server')
  })

  test('a dry run moves every row, says how many, and changes nothing', async () => {
    await fill()
    const before = await countRows()
    const lines: string[] = []
    const rehearsed = await rehearseDistribution(session, SCHEMA, (line) => lines.push(line))
    if (!rehearsed.ok) throw new Error(rehearsed.refusal)
    const moved = rehearsed.value.filter(({ table }) => table !== 'schema_migrations')
    expect(moved).toEqual(
      NAMES.filter((table) => table !== 'schema_migrations').map((table) => ({
        table,
        before: before[table],
        after: before[table],
      })),
    )
    expect(lines.filter((line) => / of \d+: /.test(line))).toHaveLength(NAMES.length)
    expect(await isPlanned()).toEqual(NAMES)
    expect(await session.layout()).toBe('one-server')
    expect(await countRows()).toEqual(before)
    expect((await distribute(session, SCHEMA, quiet)).ok).toBe(true)
    expect(await rehearseDistribution(session, SCHEMA, quiet)).toEqual({ ok: true, value: [] })
  })

  test('a dry run that fails leaves nothing behind', async () => {
    await fill()
    await session.runText(`alter table grants add constraint grants_once unique (client_id, grant_id)`)
    await expect(rehearseDistribution(session, SCHEMA, quiet)).rejects.toThrow()
    expect(await isPlanned()).toEqual(NAMES)
    expect(await session.layout()).toBe('one-server')
  })

  test('a filled database keeps every row, and the progress names every table', async () => {
    await fill()
    const before = await countRows()
    const lines: string[] = []
    expect(await distribute(session, SCHEMA, (line) => lines.push(line))).toEqual({ ok: true, value: NAMES })
    expect(lines.filter((line) => / of \d+: /.test(line))).toHaveLength(NAMES.length)
    expect(await countRows()).toEqual(before)
    expect(await session.layout()).toBe('distributed')
    expect(await distribute(session, SCHEMA, quiet)).toEqual({ ok: true, value: [] })
  })

  test('each server numbers its events, also where a release before has distributed them', async () => {
    await distribute(session, SCHEMA, quiet)
    const numbered = async () => {
      await session.runText(
        `insert into audit_events (event_id, filed_under, at, name, actor, details)
         select id, id, now(), 'signed-out', 'system', '{}' from (select gen_random_uuid() as id from generate_series(1, 20)) as new`,
      )
      const parts = await session.runText<{ result: string }>(
        `select result from run_command_on_shards('audit_events',
           'select coalesce(bool_and(xmin::text = written_in::text), true) from %s')`,
      )
      return parts.every(({ result }) => result === 't')
    }
    expect(await numbered()).toBe(true)
    await session.runText('set citus.enable_unsafe_triggers = on')
    await session.runText('drop trigger audit_events_numbered on audit_events')
    await session.runText('reset citus.enable_unsafe_triggers')
    await session.runText('truncate audit_events')
    expect(await numbered()).toBe(false)
    await session.runText('truncate audit_events')
    const pool = openPool(at(coordinator), POOL)
    await pool.query`select 1`
    expect(await distribute(session, SCHEMA, quiet)).toEqual({ ok: true, value: [] })
    expect(await numbered()).toBe(true)
    await pool.close()
  })

  // proves: citus-half-distributed
  test('a run that is broken off is told by every process, and the next run goes on', async () => {
    await fill()
    const before = await countRows()
    const breakOff = (line: string) => {
      if (line.includes('grants')) throw new Error('broken off')
    }
    await expect(distribute(session, SCHEMA, breakOff)).rejects.toThrow('broken off')
    const pool: DatabasePool = openPool(at(coordinator), POOL)
    await expect(pool.layout()).rejects.toThrow(HalfDistributed)
    await pool.close()
    expect(await isPlanned()).toEqual(NAMES.slice(NAMES.indexOf('grants')))
    expect((await distribute(session, SCHEMA, quiet)).ok).toBe(true)
    expect(await countRows()).toEqual(before)
  })

  test('a development database that is distributed is brought over, with its rows and their places', async () => {
    const former = `${name}_former`
    await createCitusDatabase({ ...coordinator, workers }, former, makeFormerSchema)
    const address = { ...at(coordinator), database: former }
    await fillTables({ address }, { citizens: 100, nowSeconds: 1_780_000_000, clientId: 'parking' })
    const old = await openSession(address)
    const there = new Set((await findTables(old, NAMES)).map(({ table }) => table))
    const tables = Object.fromEntries(Object.entries(TABLES).filter(([table]) => there.has(table)))
    const before = { tables, migrations: FORMER_MIGRATIONS }
    expect(await distribute(old, before, quiet)).toEqual({
      ok: true,
      value: NAMES.filter((table) => there.has(table)),
    })
    await old.runText(`update mailed_links set kind = 'former' where kind = 'recovery'`)
    await old.close()

    expect(await migrate(address, MIGRATIONS)).toEqual(MIGRATIONS.map(({ name: applied }) => applied))
    await distributeNewTables(address, SCHEMA, quiet)
    const session = await openSession(address)
    expect(await session.layout()).toBe('distributed')
    expect(await distribute(session, SCHEMA, quiet)).toEqual({ ok: true, value: [] })
    const kinds = await session.runText(
      'select kind, count(*)::int as links from mailed_links group by kind order by kind',
    )
    expect(kinds).toEqual(['recovery', 'registration', 'verification'].map((kind) => ({ kind, links: 20 })))
    expect(
      await session.runText(`select 1 from pg_views where schemaname = 'public' and viewname like '%links'`),
    ).toEqual([])
    expect(await session.runText('select name from schema_migrations')).toEqual(
      MIGRATIONS.map(({ name: noted }) => ({ name: noted })),
    )
    await session.close()
    await onEach([coordinator, ...workers], 'postgres', `drop database ${former} with (force)`)
  })

  test('a worker distributes nothing', async () => {
    const [worker] = workers
    if (!worker) throw new Error('There is no worker')
    await distribute(session, SCHEMA, quiet)
    const other = await openSession(at(worker))
    expect(await distribute(other, SCHEMA, quiet)).toEqual({ ok: false, refusal: 'no-coordinator' })
    expect(await rehearseDistribution(other, SCHEMA, quiet)).toEqual({ ok: false, refusal: 'no-coordinator' })
    expect(await other.layout()).toBe('distributed')
    await other.close()
  })

  test('nothing is moved under a process that uses the database', async () => {
    const pool = openPool(at(coordinator), POOL)
    await pool.query`select 1`
    expect(await distribute(session, SCHEMA, quiet)).toEqual({ ok: false, refusal: 'in-use' })
    expect(await rehearseDistribution(session, SCHEMA, quiet)).toEqual({ ok: false, refusal: 'in-use' })
    await pool.close()
    expect(await isPlanned()).toEqual(NAMES)
  })
})
