// Takes over 10 s: a MariaDB is made, and each case migrates a database of its own.
import type { PoolOptions } from 'mysql2/promise'
import { describe, expect, test } from 'vitest'
import { noMariadb, useMariadb, withMariadb } from '../../../testing/mariadb.ts'
import {
  at,
  claimSample,
  forty,
  handoffSample,
  openSession,
  pendingSample,
  sessionSample,
} from '../../testing/conformance-samples.ts'
import { mysqlStore, starterAccounts } from './index.ts'
import { MIGRATIONS, NEEDED_VERSION } from './migrations.ts'

const server = useMariadb()

/** The version of the release before sessions kept their device. */
const WITHOUT_DEVICES = 3

const OPEN_SESSION = `
  insert into sso_sessions (id, account_id, issuer, subject, created_at, expires_at, last_used_at, refresh_hash,
         central_sealed, central_key_id, central_access_expires_at, central_sid, security_version, central_checked_at,
         authenticated_at, acr)
  values (?, 'a', 'i', 's', 0, 86400000, 0, ?, x'05', 'k1', 86400000, 'sid', 1, 0, null, null)`

/** A store of its own. `session` are settings of its connections. */
const open = async (options: PoolOptions = {}, session: readonly string[] = []) => {
  const pool = server.pool({ ...(await server.newDatabase()), connectionLimit: 40, ...options })
  pool.pool.on('connection', (connection) => {
    for (const one of session) connection.query(`set session ${one}`)
  })
  const logged: string[] = []
  const log = (_level: string, event: string, fields: object) =>
    void logged.push(`${event} ${JSON.stringify(fields)}`)
  return { pool, store: mysqlStore(pool, { logger: { log } }), logged }
}

const migrated = async (...given: Parameters<typeof open>) => {
  const opened = await open(...given)
  await opened.store.migrate()
  return opened
}

describe.skipIf(noMariadb !== null)(withMariadb('values in MariaDB'), () => {
  test('are equal only if all their bytes are, whatever the collation of the database', async () => {
    const { pool, store } = await migrated()
    await store.createPending(pendingSample({ stateHash: 'Abc' }))
    for (const stateHash of ['abc', 'ABC', 'Abc ', 'Äbc'])
      expect((await store.consumePending(stateHash, at(1), 'by-first')).kind).toBe('unknown')
    const link = { issuer: 'i', via: 'linked', linkedAt: at(0) } as const
    const connection = await pool.getConnection()
    for (const name of ['a', 'A', 'a ', '\u00e1', 'a\u0301'])
      expect(await store.insertIdentity({ ...link, subject: name, accountId: name }, connection)).toBe(
        'inserted',
      )
    connection.release()
    expect((await store.findIdentity('i', 'a '))?.accountId).toBe('a ')
    expect(await store.findIdentityByAccount('A ')).toBeNull()
  })

  test.each<[string, PoolOptions, readonly string[]]>([
    ['numbers as text', { supportBigNumbers: true, bigNumberStrings: true }, []],
    ['rows as arrays', { rowsAsArray: true }, []],
    ['columns in tables', { nestTables: true }, []],
    ['values of its own', { typeCast: () => 'mine' }, []],
    ['a Latin character set', { charset: 'latin1_swedish_ci' }, []],
    ['a time zone with an hour twice', {}, [`time_zone = '-05:30'`]],
    [
      'backslashes that are no escapes',
      {},
      [`sql_mode = 'STRICT_ALL_TABLES,NO_BACKSLASH_ESCAPES,ANSI_QUOTES'`],
    ],
    ['changed rows only', { flags: ['-FOUND_ROWS'] }, []],
  ])('are the same through a pool with %s', async (_name, options, session) => {
    const { store } = await migrated(options, session)
    const accountId = `\\' or 1=1 -- ☂ Žižka`
    await openSession(store, sessionSample(1, { accountId }))
    const found = await store.findSessionByAccess('access-1')
    expect(found?.session).toMatchObject({ accountId, createdAt: at(0), generation: 1, endedCause: null })
    expect(found?.accessExpiresAt).toEqual(at(900_000))
    const age = Math.abs((await store.now()).getTime() - Date.now())
    expect(age).toBeLessThan(60_000)
    expect(await store.claimHousekeeping(at(0), 1000)).toBe(1)
    expect(await store.holdHousekeeping(1, at(1000))).toBe(true)
    const accounts = starterAccounts(await open(options, session).then(({ pool }) => pool))
    expect(await accounts.load('nobody')).toBeNull()
  })
})

describe.skipIf(noMariadb !== null)(withMariadb('a transaction of MariaDB'), () => {
  test('that the server ended inside commit, unnoticed by it, is repeated as a whole', async () => {
    const { store } = await migrated()
    await store.createHandoff(handoffSample())
    let calls = 0
    const consumed = await store.consumeHandoff(claimSample(), async (_handoff, tx) => {
      calls += 1
      // As after a deadlock whose error the program has swallowed.
      if (calls === 1) await tx.rollback()
      return { session: sessionSample(1), endOtherSessions: false }
    })
    expect([consumed.kind, calls]).toEqual(['consumed', 2])
    expect((await store.consumeHandoff(claimSample(), () => Promise.reject(new Error('no')))).kind).toBe(
      'refused',
    )
  })

  test.each(['read committed', 'repeatable read'])(
    'of 40 that lock two rows in opposite orders with %s, each commits once',
    async (level) => {
      const { pool, store } = await migrated({}, [`transaction isolation level ${level}`])
      await pool.query('create table counted (n int primary key, times int not null)')
      await pool.query('insert into counted values (1, 0), (2, 0)')
      let attempts = 0
      await forty(async (n) => {
        await store.createHandoff(handoffSample({ codeHash: `c${n}` }))
        return store.consumeHandoff(claimSample({ codeHash: `c${n}` }), async (_handoff, tx) => {
          attempts += 1
          for (const row of n % 2 ? [1, 2] : [2, 1])
            await tx.execute('update counted set times = times + 1 where n = ?', [row])
          return { session: sessionSample(n), endOtherSessions: false }
        })
      })
      const [rows] = await pool.query('select times from counted')
      expect(rows).toEqual([{ times: 40 }, { times: 40 }])
      expect(attempts).toBeGreaterThan(40)
    },
  )

  test('of 40 exchanges of 40 codes, all go through a pool of two connections', async () => {
    const { store } = await migrated({ connectionLimit: 2 })
    const results = await forty(async (n) => {
      await store.createHandoff(handoffSample({ codeHash: `c${n}` }))
      return store.consumeHandoff(claimSample({ codeHash: `c${n}` }), async (_, tx) => {
        await store.findIdentity('i', 's', tx)
        return { session: sessionSample(n), endOtherSessions: false }
      })
    })
    expect(results.every(({ kind }) => kind === 'consumed')).toBe(true)
  })
})

describe.skipIf(noMariadb !== null)(withMariadb('migrating MariaDB'), () => {
  test('40 instances at once make one schema', async () => {
    const { store } = await open()
    const results = await forty(() => store.migrate())
    expect(results.filter(({ from }) => from === 0)).toHaveLength(1)
  })

  test.each(
    Array.from({ length: MIGRATIONS[0]?.length ?? 0 }, (_, steps) => steps).filter((n) => n % 4 === 1),
  )('goes on where a killed one stopped (after %d statements)', async (steps) => {
    const { pool, store } = await open()
    await pool.query(
      'create table sso_meta (id int primary key, version int not null, fits_from int not null)',
    )
    for (const statement of MIGRATIONS[0]?.slice(0, steps) ?? []) await pool.query(statement)
    expect(await store.migrate()).toEqual({ from: 0, to: NEEDED_VERSION })
    await openSession(store, sessionSample(1))
  })

  // proves: program-migrating-newer-schema
  test('of a filled schema of the release before keeps what is there, and that release goes on writing', async () => {
    const { pool, store } = await open()
    await pool.query(
      'create table sso_meta (id int primary key, version int not null, fits_from int not null)',
    )
    await pool.query('insert into sso_meta values (1, ?, 1)', [WITHOUT_DEVICES])
    for (const statement of MIGRATIONS.slice(0, WITHOUT_DEVICES).flat()) await pool.query(statement)
    const write = (number: number) => pool.execute(OPEN_SESSION, [sessionSample(number).id, `r${number}`])
    for (let number = 1; number <= 50; number += 1) await write(number)
    // A process that was killed after the statement and before it noted the version.
    await pool.query(MIGRATIONS[WITHOUT_DEVICES]?.[0] ?? '')
    expect(await store.migrate()).toEqual({ from: WITHOUT_DEVICES, to: NEEDED_VERSION })
    await write(51)
    const unknown = { browser: null, system: null, ipAddress: null }
    for (const number of [1, 50, 51])
      expect(await store.findSession(sessionSample(number).id)).toMatchObject({ device: unknown })
    const [meta] = await pool.query('select fits_from from sso_meta')
    expect(meta).toEqual([{ fits_from: 1 }])
    await openSession(store, sessionSample(60))
    expect(await store.findSession(sessionSample(60).id)).toMatchObject({ device: { browser: 'Firefox' } })
  })

  test('makes tables with transactions, also where the server has another default', async () => {
    const { pool } = await migrated({}, ['default_storage_engine = MyISAM'])
    const [rows] = await pool.query(
      `select distinct engine from information_schema.tables where table_schema = database() and table_name <> 'sso_meta'`,
    )
    expect(rows).toEqual([{ engine: 'InnoDB' }])
  })

  test.each([
    ['sql_mode', `sql_mode = ''`, 'Add STRICT_TRANS_TABLES to sql_mode'],
    ['autocommit', 'autocommit = 0', 'Turn it on'],
  ])('refuses connections whose %s would lose values', async (_name, session, said) => {
    const { store } = await open({}, [session])
    await expect(store.migrate()).rejects.toThrow(said)
  })

  test('refuses a pool without a database', async () => {
    const { socketPath, user } = await server.newDatabase()
    await expect(mysqlStore(server.pool({ socketPath, user })).migrate()).rejects.toThrow(
      'The pool names no database',
    )
  })

  // proves: program-migrating-newer-schema
  test('runs on a newer schema that allows it, and logs that once', async () => {
    const { pool, store, logged } = await migrated()
    await pool.query(`update sso_meta set version = 99, fits_from = ${NEEDED_VERSION}`)
    expect([await store.migrate(), await store.migrate()]).toEqual(Array(2).fill({ from: 99, to: 99 }))
    expect(logged).toEqual([`schema_is_newer {"version":99,"needed":${NEEDED_VERSION}}`])
  })

  // proves: program-migrating-newer-schema
  test('refuses a newer schema that newer code says it does not fit', async () => {
    const { pool, store } = await migrated()
    await pool.query(`update sso_meta set version = 99, fits_from = 99`)
    await expect(store.migrate()).rejects.toThrow('at version 99, newer than this code')
    expect(await store.version()).toMatchObject({ current: 99, fits: false })
  })
})
