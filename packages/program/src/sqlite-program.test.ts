import { readFile } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { CENTRAL_TOKEN } from '../testing/central-tokens.ts'
import { useDatabaseFiles } from '../testing/database-file.ts'
import {
  askOf,
  beginSignIn,
  openCallback,
  outcome,
  type TestProgram,
  testProgram,
} from '../testing/program.ts'
import { runCommand } from './command/index.ts'
import { createProgramSso } from './create.ts'
import type { SsoStore } from './store/index.ts'
import { openDatabase, type SqliteOptions, sqliteStore, starterAccounts } from './store/sqlite/index.ts'
import { NEEDED_VERSION } from './store/sqlite/migrations.ts'
import { signInThrough } from './testing/index.ts'

const newFile = useDatabaseFiles()

/** Instances of one program, each with connections of its own to one file, as processes have them. */
const overSqlite = async (options: SqliteOptions = {}) => {
  const program = testProgram()
  const file = newFile()
  const instance = () => {
    const database = openDatabase(file, options)
    const store = sqliteStore(database, { clock: program.clock })
    const sso = createProgramSso({ ...program.config, store, accounts: starterAccounts(database) })
    const on: TestProgram = {
      ...program,
      // The type of the accounts differs from the helper's. These tests do not use it.
      sso: sso as unknown as TestProgram['sso'],
      ask: (...asked) => askOf(sso, ...asked),
    }
    return { database, store, sso, on }
  }
  const [first, second] = [instance(), instance()]
  await first.store.migrate()
  const citizens = (email: string) =>
    first.database.query('select id, name from citizens where email = $1', [email])
  return { ...program, file, first, second, citizens }
}

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

describe('a program with a file of SQLite', () => {
  test('signs a citizen in, guards, refreshes, and ends with the central session', async () => {
    const { identity, clock, first, second, citizens } = await overSqlite()
    const citizen = identity.addCitizen({ email: 'ana@example.test', name: "Ana 'O' Example" })
    const { accessToken, refreshToken } = await signInThrough(first.sso, identity, citizen)
    expect(await second.sso.authenticate(bearer(accessToken))).toMatchObject({
      status: 'ok',
      account: { name: "Ana 'O' Example", email: 'ana@example.test' },
    })
    await clock.advance(31_000)
    expect(await first.sso.authenticate(bearer(accessToken))).toMatchObject({ status: 'ok' })
    expect(await first.sso.health()).toMatchObject({ activeSessions30s: 1, revocations: { waiting: 0 } })
    const body = { refresh_token: refreshToken }
    expect((await second.on.ask('POST', 'refresh/', { body })).status).toBe(200)
    identity.endCentralSession(citizen.subject)
    await clock.advance(31_000)
    expect(await first.sso.authenticate(bearer(accessToken))).toMatchObject({ code: 'session_ended' })
    expect(await citizens('ana@example.test')).toHaveLength(1)
    await clock.advance(20 * 86_400_000)
    expect(await first.sso.purge()).toMatchObject({ sessions: 1 })
  })

  // proves: program-4.2-exchange, threat-program-replay
  test('of 40 exchanges of one code on two instances, one wins, and one citizen is written', async () => {
    const { identity, first, second, citizens } = await overSqlite()
    const { url, verifier } = await beginSignIn(first.on)
    const citizen = identity.addCitizen({ email: 'race@example.test' })
    const { code } = await openCallback(second.on, await identity.authorize(url, citizen))
    const body = { code, code_verifier: verifier }
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => (n % 2 ? first : second).on.ask('POST', 'exchange/', { body })),
    )
    const outcomes = await Promise.all(answers.map(outcome))
    expect(outcomes.filter((word) => word === '200')).toHaveLength(1)
    expect(await citizens('race@example.test')).toHaveLength(1)
  })

  // proves: program-1.7-profile-at-first-sign-in, threat-deleted-account
  test('a citizen who signs in on ten devices at once gets one account, also after the account was deleted', async () => {
    const { identity, first, second, citizens } = await overSqlite()
    const citizen = identity.addCitizen({ email: 'ten@example.test' })
    const signInTenTimes = () =>
      Promise.all(
        Array.from({ length: 10 }, (_, n) => signInThrough((n % 2 ? first : second).sso, identity, citizen)),
      )
    await signInTenTimes()
    expect(await citizens('ten@example.test')).toHaveLength(1)
    await first.database.transaction((tx) => tx.query('delete from citizens'))
    const [one] = await signInTenTimes()
    expect(await citizens('ten@example.test')).toHaveLength(1)
    expect(await second.sso.authenticate(bearer(one?.accessToken ?? ''))).toMatchObject({ status: 'ok' })
  })

  test('whose provision fails after it has written leaves no account, no link and no session, and the code works again', async () => {
    const { identity, first, citizens, config } = await overSqlite()
    const accounts = starterAccounts(first.database)
    const state = { fails: true }
    const sso = createProgramSso({
      ...{ ...config, store: first.store },
      accounts: {
        ...accounts,
        async provision(verified, tx) {
          const made = await accounts.provision(verified, tx)
          if (state.fails) throw new Error('not today')
          return made
        },
      },
    })
    const { url, verifier } = await beginSignIn(first.on)
    const citizen = identity.addCitizen({ email: 'fay@example.test' })
    const { code } = await openCallback(first.on, await identity.authorize(url, citizen))
    const exchange = async () =>
      outcome(await askOf(sso, 'POST', 'exchange/', { body: { code, code_verifier: verifier } }))
    const counts = () =>
      first.database.query(
        'select (select count(*) from sso_identities) as links, (select count(*) from sso_sessions) as sessions',
      )
    expect(await exchange()).toBe('503 misconfigured')
    expect([await citizens('fay@example.test'), await counts()]).toEqual([[], [{ links: 0, sessions: 0 }]])
    state.fails = false
    expect([await exchange(), await exchange()]).toEqual(['200', '401 handoff_invalid'])
    expect([(await citizens('fay@example.test')).length, await counts()]).toEqual([
      1,
      [{ links: 1, sessions: 1 }],
    ])
  })

  // proves: program-guard-one-worker
  test('40 requests on two instances make one renewal and one introspection', async () => {
    const { identity, clock, first, second } = await overSqlite()
    const citizen = identity.addCitizen({ email: 'bo@example.test' })
    const { accessToken } = await signInThrough(first.sso, identity, citizen)
    const asked = (path: string) => identity.log.filter((line) => line.path.includes(path)).length
    const before = [asked('/o/token/'), asked('/introspect/')]
    await clock.advance(880_000)
    const state = { isOver: false }
    const work = Promise.all(
      Array.from({ length: 40 }, (_, n) => (n % 2 ? first : second).sso.authenticate(bearer(accessToken))),
    ).finally(() => (state.isOver = true))
    while (!state.isOver) {
      await clock.advance(1)
      await new Promise((resolve) => void setImmediate(resolve))
    }
    expect((await work).map(({ status }) => status)).toEqual(Array(40).fill('ok'))
    expect([asked('/o/token/'), asked('/introspect/')]).toEqual(before.map((count) => count + 1))
  })

  // proves: program-5.3-central-tokens-sealed, threat-program-token-theft
  test('no token, code, state or verifier is in the file', async () => {
    const { identity, file, first } = await overSqlite()
    const citizen = identity.addCitizen({ email: 'dump@example.test' })
    const { url, verifier } = await beginSignIn(first.on)
    const landed = await openCallback(first.on, await identity.authorize(url, citizen))
    const { accessToken, refreshToken } = await signInThrough(first.sso, identity, citizen)
    const dump = (await readFile(file, 'latin1')) + (await readFile(`${file}-wal`, 'latin1'))
    expect(dump).toContain('dump@example.test')
    const state = new URL(url).searchParams.get('state') ?? ''
    for (const secret of [verifier, landed.code ?? '', accessToken, refreshToken, state])
      expect(dump).not.toContain(secret.replace(/^[a-z]+_/, ''))
    expect(dump).not.toMatch(CENTRAL_TOKEN)
  })
})

describe('while the file is', () => {
  const signedIn = async (options: SqliteOptions = {}) => {
    const program = await overSqlite({ busyTimeoutMs: 1, ...options })
    const citizen = program.identity.addCitizen({ email: 'eve@example.test' })
    const tokens = await signInThrough(program.first.sso, program.identity, citizen)
    const guarded = async () => {
      const found = await program.first.sso.authenticate(bearer(tokens.accessToken))
      return found.status === 'ok' ? 'ok' : `${found.http} ${found.code}`
    }
    const refreshed = async () => {
      const body = { refresh_token: tokens.refreshToken, rotation_id: 'rotation-id-of-one-app' }
      return outcome(await program.first.on.ask('POST', 'refresh/', { body }))
    }
    return { ...program, guarded, refreshed }
  }

  // proves: program-guard-401-or-503, threat-outage-as-revocation
  test('locked by a writer, guards go on, and what must write is 503, and nothing ends', async () => {
    const { file, clock, guarded, refreshed } = await signedIn()
    const rival = new DatabaseSync(file)
    rival.exec('begin immediate')
    expect([await guarded(), await refreshed()]).toEqual(['ok', '503 misconfigured'])
    await clock.advance(31_000)
    expect(await guarded()).toBe('503 misconfigured')
    rival.close()
    expect([await guarded(), await refreshed()]).toEqual(['ok', '200'])
  })

  // proves: program-guard-401-or-503, threat-outage-as-revocation
  test('locked for readers, too, every guarded request is 503, and nothing ends', async () => {
    const { file, first, second, identity, guarded, refreshed } = await signedIn()
    const { accessToken } = await signInThrough(
      first.sso,
      identity,
      identity.addCitizen({ email: 'x@y.test' }),
    )
    await first.database.close()
    await second.database.close()
    const rival = new DatabaseSync(file)
    rival.exec(
      'pragma locking_mode = exclusive; begin immediate; update sso_meta set version = version; commit',
    )
    const later = openDatabase(file, { busyTimeoutMs: 1 })
    const store = sqliteStore(later) as SsoStore
    const program = testProgram({ store })
    const found = await program.sso.authenticate(bearer(accessToken))
    expect(found).toMatchObject({ http: 503, code: 'misconfigured', clearLocal: false })
    expect(program.logged.join()).toContain('SqliteUnavailable: The database file')
    expect([await guarded(), await refreshed()]).toEqual(['503 misconfigured', '503 misconfigured'])
    rival.close()
    expect(await store.findIdentityByAccount('nobody')).toBeNull()
    await later.close()
  })

  // proves: program-guard-401-or-503, threat-outage-as-revocation
  test('full, what must write is 503, nothing ends, and afterwards the same tokens work', async () => {
    const { first, clock, guarded, refreshed } = await signedIn()
    const [pages] = await first.database.query('select page_count as count from pragma_page_count()')
    const limitPages = (count: unknown) =>
      first.database.transaction((tx) => tx.query(`pragma max_page_count = ${Number(count)}`))
    await limitPages(pages?.['count'])
    const fill = async () => {
      for (;;) await beginSignIn(first.on)
    }
    await expect(fill()).rejects.toThrow('begin 503')
    await clock.advance(31_000)
    // Some writes need no further page, so they still work. No answer says that the session has ended.
    expect([await guarded(), await refreshed()].filter((word) => word.startsWith('401'))).toEqual([])
    await limitPages(100_000)
    expect([await guarded(), await refreshed()]).toEqual(['ok', '200'])
  })
})

describe('the command, with DATABASE_URL=sqlite:…,', () => {
  const run = async (args: string[], environment: Record<string, string>) => {
    const lines: string[] = []
    const take = (text: string) => void lines.push(text)
    const code = await runCommand(args, { line: take, fault: take }, environment)
    return { code, text: lines.join('\n') }
  }

  test('migrates, once', async () => {
    const environment = { DATABASE_URL: `sqlite:${newFile()}` }
    expect(await run(['migrate'], environment)).toEqual({
      code: 0,
      text: `The schema was migrated from version 0 to ${NEEDED_VERSION}.`,
    })
    expect((await run(['migrate'], environment)).text).toBe(
      `The schema is already at version ${NEEDED_VERSION}.`,
    )
  })

  test('says that the folder of the file is missing', async () => {
    const ended = await run(['migrate'], { DATABASE_URL: `sqlite:${newFile()}/a.db` })
    expect([ended.code, ended.text]).toEqual([1, expect.stringContaining('Check the path, the disk')])
  })
})

test('the doctor finds a missing file and makes none, and finds nothing wrong with a right one', async () => {
  const database = openDatabase(newFile())
  const program = testProgram({ store: sqliteStore(database) as SsoStore })
  const store = async () =>
    (await program.sso.doctor()).checks.filter(({ id }) => ['database', 'schema'].includes(id))
  const fix = 'check the path in DATABASE_URL, and run: npx portico-program migrate'
  expect(await store()).toMatchObject([{ id: 'database', ok: false, fix }])
  expect(await store()).toMatchObject([{ id: 'database', ok: false, fix }])
  await program.store.migrate()
  expect(await store()).toMatchObject([
    { id: 'database', ok: true, message: 'The store (sqlite) answers.' },
    { id: 'schema', ok: true },
  ])
  await database.close()
})
