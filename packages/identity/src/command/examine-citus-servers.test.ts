import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, onEach, type TestDatabase } from '../../testing/database.ts'
import { isDistributed } from '../../testing/one-server.ts'
import type { Database } from '../platform/postgres/database.ts'
import { openSession } from '../platform/postgres/session.ts'
import { examineCitusServers, saysServerAway } from './examine-citus-servers.ts'
import type { Finding } from './finding.ts'
import { portico, settingsFor } from './portico.fixture.ts'

let database: TestDatabase

beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.drop())

test.skipIf(isDistributed)('of one server nothing is said', async () => {
  expect(await examineCitusServers(database.db, database.address)).toEqual([])
})

/**
 * The lists and functions of Citus that are read here, as its manual describes them. `logins` says who reaches whom; the asked server is
 * the first one.
 */
const CATALOGUE = `
  create table pg_dist_local_group (groupid int);
  create table pg_dist_node (nodeid int, groupid int, nodename text, nodeport int, noderole text, isactive bool);
  create table pg_dist_partition (logicalrelid regclass, partmethod text, repmodel text);
  create table pg_dist_shard (shardid int, logicalrelid regclass);
  create table pg_dist_placement (shardid int, groupid int);
  create table logins (source int, target int, said text);
  insert into pg_dist_local_group values (0);
  insert into pg_dist_node values (1, 0, 'head', 5432, 'primary', true), (2, 1, 'left', 5432, 'primary', true),
    (3, 2, 'right', 5433, 'primary', true), (4, 3, 'gone', 5432, 'primary', false), (5, 1, 'copy', 5432, 'secondary', true);
  insert into pg_dist_partition values ('citizens', 'h', 's'), ('outbox', 'n', 's'), ('clients', 'n', 't');
  insert into pg_dist_shard values (1, 'citizens'), (2, 'citizens'), (3, 'citizens'), (4, 'outbox'), (5, 'clients');
  insert into pg_dist_placement values (1, 1), (2, 2), (3, 2), (4, 2), (5, 0), (5, 1), (5, 2);
  create function citus_check_connection_to_node(host text, port int) returns bool language plpgsql as $$
    declare cause text;
    begin
      select said into cause from logins l join pg_dist_node n on n.nodeid = l.target
       where l.source = 1 and n.nodename = host and n.nodeport = port;
      if cause is not null then
        raise warning 'connection to the remote node u@%:% failed with the following error: %', host, port, cause;
      end if;
      return cause is null;
    end $$;
  create function run_command_on_all_nodes(command text) returns table (nodeid int, success bool, result text) language sql as $$
    select n.nodeid, l.said is null,
           case when l.said is null
                then (select json_agg(json_build_object('id', t.nodeid, 'worked', not exists (
                        select from logins where source = n.nodeid and target = t.nodeid)))::text
                        from pg_dist_node t where command ~ ('[{,]' || t.nodeid || '[,}]'))
                else 'failed to connect to ' || n.nodename end
      from pg_dist_node n left join logins l on l.source = 1 and l.target = n.nodeid
     where n.isactive and n.noderole = 'primary' $$`

describe.skipIf(isDistributed)('with the lists of Citus', () => {
  beforeEach(async () => {
    const session = await openSession(database.address)
    await session.runText(CATALOGUE)
    await session.close()
  })

  const examine = (...failed: readonly (readonly [from: number, to: number, said: string])[]) =>
    examineWith(database, async ({ db }) => {
      for (const [from, to, said] of failed)
        await db.query`insert into logins (source, target, said) values (${from}, ${to}, ${said})`
    })

  test('nothing is wrong where each server reaches each other one', async () => {
    const found = await examine()
    expect(found).toMatchObject([{ check: 'Citus servers', state: 'ok' }])
    expect(found[0]?.says).toMatch(/each of 3 logs in to each other one as \w+/)
  })

  // proves: seeing-doctor
  test('a worker that is away is named by its own place, with what is not served', async () => {
    const found = await examine([1, 3, 'Connection refused'])
    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject({ state: 'wrong', mend: expect.stringContaining('right:5433') })
    expect(found[0]?.says).toContain('worker right:5433 (Connection refused)')
    expect(found[0]?.says).toContain('2 of 3 parts')
    expect(found[0]?.says).toContain('outbox')
    expect(found[0]?.says).not.toContain('PORTICO_DATABASE_URL')
    expect(found.some(saysServerAway)).toBe(true)
  })

  // proves: seeing-doctor
  test.each([
    'fe_sendauth: no password supplied',
    'FATAL:  password authentication failed for user "portico"',
    'FATAL:  no pg_hba.conf entry for host "10.0.0.1", user "portico"',
    'FATAL:  role "portico" does not exist',
  ])('a worker that lets nobody in is told as such: %s', async (said) => {
    const found = await examine([1, 2, said])
    expect(found.map(({ check }) => check)).toEqual(['Citus servers', 'Citus logins'])
    expect(found[1]?.says).toContain(`head:5432 cannot log in to left:5432`)
    expect(found[1]?.says).toContain(said)
    expect(found[1]?.mend).toContain('password file of the PostgreSQL server on head:5432')
    expect(found[1]?.mend.includes('pg_hba')).toBe(!said.startsWith('fe_sendauth'))
  })

  test('a worker that cannot log in to another one is told, and the rest is looked at all the same', async () => {
    const found = await examine([2, 3, 'anything'])
    expect(found.map(({ check, state }) => [check, state])).toEqual([['Citus logins', 'wrong']])
    expect(found[0]?.says).toContain('left:5432 cannot log in to right:5433')
    expect(found[0]?.mend).toContain('password file of the PostgreSQL server on left:5432')
    expect(found.some(saysServerAway)).toBe(false)
  })

  test('a server that is away is asked nothing, and no other server is blamed for it', async () => {
    const found = await examine([1, 3, 'Connection refused'], [2, 3, 'Connection refused'])
    expect(found.map(({ check }) => check)).toEqual(['Citus servers'])
  })

  test('without the coordinator nobody migrates', async () => {
    await database.db.query`update pg_dist_local_group set groupid = 1`
    await database.db
      .query`update pg_dist_node set nodeid = case nodeid when 1 then 2 else 1 end where nodeid < 3`
    const found = await examine([1, 2, 'Connection refused'])
    expect(found[0]?.says).toMatch(/left:5432 does not reach the coordinator head:5432 .*no migration/)
    expect(found[0]?.says).not.toContain('citizens')
  })
})

describe.runIf(isDistributed)('on a coordinator with workers', () => {
  test('nothing is wrong', async () => {
    expect(await examineWith(database)).toMatchObject([{ check: 'Citus servers', state: 'ok' }])
  })

  // proves: seeing-doctor
  test('portico doctor names a worker that is away, and looks no further', async () => {
    const [, last] = database.workers
    // Nothing listens on this port.
    const moved = 1
    const found = await examineWith(
      database,
      ({ db }) => db.query`update pg_dist_node set nodeport = ${moved} where nodeport = ${last?.port ?? 0}`,
    )
    expect(found.map(({ check, state }) => [check, state])).toEqual([['Citus servers', 'wrong']])
    expect(found[0]?.says).toContain(`worker ${last?.socketDir}:${moved}`)
    expect(found[0]?.says).toMatch(/503 for the citizens in \d+ of \d+ parts/)
    const { exitCode, out } = await portico(settingsFor(database), ['doctor', '--json'])
    const { checks } = JSON.parse(out) as { checks: Finding[] }
    expect([exitCode, checks.filter(({ state, check }) => state === 'wrong' && check !== 'Mail')]).toEqual([
      1,
      found,
    ])
  })

  test('a role that exists on the coordinator alone cannot log in', async () => {
    const { socketDir, port, user } = database.address
    const role = `${database.database}_role`
    const alone = (statement: string) =>
      onEach(
        [{ socketDir, port, user }],
        database.database,
        `set citus.enable_create_role_propagation = off; ${statement}`,
      )
    await alone(`create role ${role} login`)
    try {
      const found = await examineWith({ ...database, address: { ...database.address, user: role } })
      const logins = found.filter(({ check }) => check === 'Citus logins')
      expect(logins).toHaveLength(database.workers.length)
      for (const { says } of logins) {
        expect(says).toContain(`${socketDir}:${port} cannot log in to `)
        expect(says).toContain(`role "${role}" does not exist`)
      }
      expect(found).toHaveLength(2 * logins.length)
    } finally {
      await alone(`drop role ${role}`)
    }
  })

  test('a worker that does not reach another one is told, and the others are right', async () => {
    const [first, last] = database.workers
    if (!first) throw new Error('There is no worker')
    const found = await examineWith(database, () =>
      onEach(
        [first],
        database.database,
        `update pg_dist_node set nodeport = 1 where nodeport = ${last?.port}`,
      ),
    )
    expect(found).toMatchObject([{ check: 'Citus logins', state: 'wrong' }])
    expect(found[0]?.says).toContain(
      `${first.socketDir}:${first.port} cannot log in to ${last?.socketDir}:${last?.port}`,
    )
    expect(found.some(saysServerAway)).toBe(false)
  })
})

/** What is found after something was changed. */
async function examineWith(
  at: TestDatabase,
  change: (at: TestDatabase) => Promise<unknown> = async () => undefined,
) {
  await change(at)
  const db: Database = { ...at.db, layout: async () => 'distributed' }
  return examineCitusServers(db, at.address)
}
