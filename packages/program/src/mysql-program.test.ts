import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { noMariadb, useMariadb, withMariadb } from '../testing/mariadb.ts'
import {
  askOf,
  beginSignIn,
  openCallback,
  outcome,
  type TestProgram,
  testProgram,
} from '../testing/program.ts'
import { type SecondProcess, settingsOfProcess, startSecondProcess } from '../testing/second-process.ts'
import { type ServedIdentity, serveIdentity } from '../testing/served-identity.ts'
import { runCommand } from './command/index.ts'
import { createProgramSso } from './create.ts'
import type { SsoStore } from './store/index.ts'
import { mysqlStore, starterAccounts } from './store/mysql/index.ts'
import { signInThrough, testConfig } from './testing/index.ts'

const server = useMariadb()

/** Instances of one program, each with a pool of its own to one database, as processes have them. */
const overMysql = async () => {
  const program = testProgram()
  const address = await server.newDatabase()
  const instance = () => {
    const pool = server.pool({ ...address, connectionLimit: 20 })
    const store = mysqlStore(pool, { clock: program.clock })
    const sso = createProgramSso({ ...program.config, store, accounts: starterAccounts(pool) })
    const on: TestProgram = {
      ...program,
      // The type of the accounts differs from the helper's. These tests do not use it.
      sso: sso as unknown as TestProgram['sso'],
      ask: (...asked) => askOf(sso, ...asked),
    }
    return { pool, store, sso, on }
  }
  const [first, second] = [instance(), instance()]
  await first.store.migrate()
  const citizens = async (email: string) => {
    const [rows] = await first.pool.execute('select id from citizens where email = ?', [email])
    return Array.isArray(rows) ? rows.length : 0
  }
  return { ...program, address, first, second, citizens }
}

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

describe.skipIf(noMariadb !== null)(withMariadb('a program with MariaDB'), () => {
  test('signs a citizen in, guards, refreshes, and ends with the central session', async () => {
    const { identity, clock, first, second, citizens } = await overMysql()
    const citizen = identity.addCitizen({ email: 'ana@example.test', name: "Ana 'O' Žižka ☂" })
    const { accessToken, refreshToken } = await signInThrough(first.sso, identity, citizen)
    expect(await second.sso.authenticate(bearer(accessToken))).toMatchObject({
      status: 'ok',
      account: { name: "Ana 'O' Žižka ☂", email: 'ana@example.test' },
    })
    await clock.advance(31_000)
    expect(await first.sso.authenticate(bearer(accessToken))).toMatchObject({ status: 'ok' })
    expect(await first.sso.health()).toMatchObject({ activeSessions30s: 1, revocations: { waiting: 0 } })
    const body = { refresh_token: refreshToken }
    expect((await second.on.ask('POST', 'refresh/', { body })).status).toBe(200)
    identity.endCentralSession(citizen.subject)
    await clock.advance(31_000)
    expect(await first.sso.authenticate(bearer(accessToken))).toMatchObject({ code: 'session_ended' })
    expect(await citizens('ana@example.test')).toBe(1)
    await clock.advance(20 * 86_400_000)
    expect(await first.sso.purge()).toMatchObject({ sessions: 1 })
  })

  // proves: program-4.2-exchange, threat-program-replay
  test('of 40 exchanges of one code on two instances, one wins, and one citizen is written', async () => {
    const { identity, first, second, citizens } = await overMysql()
    const { url, verifier } = await beginSignIn(first.on)
    const citizen = identity.addCitizen({ email: 'race@example.test' })
    const { code } = await openCallback(second.on, await identity.authorize(url, citizen))
    const body = { code, code_verifier: verifier }
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => (n % 2 ? first : second).on.ask('POST', 'exchange/', { body })),
    )
    const outcomes = await Promise.all(answers.map(outcome))
    expect(outcomes.filter((word) => word === '200')).toHaveLength(1)
    expect(await citizens('race@example.test')).toBe(1)
  })

  // proves: program-1.7-profile-at-first-sign-in, threat-deleted-account
  test('a citizen who signs in on ten devices at once gets one account, also after the account was deleted', async () => {
    const { identity, first, second, citizens } = await overMysql()
    const citizen = identity.addCitizen({ email: 'ten@example.test' })
    const signInTenTimes = () =>
      Promise.all(
        Array.from({ length: 10 }, (_, n) => signInThrough((n % 2 ? first : second).sso, identity, citizen)),
      )
    await signInTenTimes()
    expect(await citizens('ten@example.test')).toBe(1)
    await first.pool.query('delete from citizens')
    const [one] = await signInTenTimes()
    expect(await citizens('ten@example.test')).toBe(1)
    expect(await second.sso.authenticate(bearer(one?.accessToken ?? ''))).toMatchObject({ status: 'ok' })
  })

  // proves: program-guard-401-or-503, threat-outage-as-revocation
  test('whose server is killed answers 503, ends nothing, and goes on with the same tokens', async () => {
    const { identity, clock, first } = await overMysql()
    const { accessToken } = await signInThrough(
      first.sso,
      identity,
      identity.addCitizen({ email: 'x@example.test' }),
    )
    const guarded = async () => {
      const found = await first.sso.authenticate(bearer(accessToken))
      return found.status === 'ok' ? 'ok' : `${found.http} ${found.code}`
    }
    await clock.advance(31_000)
    const seen: string[] = []
    const restarted = server.killAndStart()
    for (let n = 0; n < 20; n += 1) seen.push(await guarded())
    await restarted
    await expect.poll(guarded).toBe('ok')
    expect(seen.filter((word) => word.startsWith('401'))).toEqual([])
    expect(seen).toContain('503 misconfigured')
  })

  // proves: program-5.3-central-tokens-sealed, threat-program-token-theft
  test('has no token, code, state or verifier in its tables', async () => {
    const { identity, first } = await overMysql()
    const { url, verifier } = await beginSignIn(first.on)
    const landed = await openCallback(
      first.on,
      await identity.authorize(url, identity.addCitizen({ email: 'x@example.test' })),
    )
    const signedIn = await signInThrough(
      first.sso,
      identity,
      identity.addCitizen({ email: 'x@example.test' }),
    )
    const state = new URL(url).searchParams.get('state') ?? ''
    const tables = ['pending', 'handoffs', 'sessions', 'access_tokens', 'spent_refresh', 'identities']
    const stored = await Promise.all(tables.map((name) => first.pool.query(`select * from sso_${name}`)))
    const dump = stored
      .flatMap(([rows]) => (rows as object[]).flatMap((row) => Object.values(row)))
      .map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value)))
      .join('\n')
    expect(dump).toContain('https://')
    for (const value of [state, verifier, landed.code ?? '', signedIn.accessToken, signedIn.refreshToken])
      expect([value.length > 20, dump.includes(value)]).toEqual([true, false])
  })
})

describe.skipIf(noMariadb !== null)(withMariadb('processes of one program on MariaDB'), () => {
  let served: ServedIdentity | null = null
  let others: SecondProcess[] = []
  afterEach(async () => {
    await Promise.all(others.map((other) => other.end()))
    await served?.close()
    others = []
    served = null
  })

  // proves: program-guard-one-worker, program-guard-lease
  test('answer 40 requests with one renewal and one introspection', async () => {
    const identityServer = await serveIdentity()
    served = identityServer
    const address = await server.newDatabase()
    const pool = server.pool(address)
    const config = testConfig(identityServer.identity)
    const store = mysqlStore(pool)
    await store.migrate()
    const sso = createProgramSso({ ...config, store, accounts: starterAccounts(pool) })
    const citizen = identityServer.identity.addCitizen({ email: 'ana@example.test' })
    const { accessToken } = await signInThrough(sso, identityServer.identity, citizen)
    await pool.query(
      `update sso_sessions set central_access_expires_at = central_checked_at - 11000, central_checked_at = central_checked_at - 31000`,
    )
    const asked = () =>
      ['/o/token/', '/api/integrations/introspect/'].map((path) => identityServer.asked(path))
    const before = asked()
    const settings = settingsOfProcess(address, identityServer.identity, config)
    others = Array.from({ length: 3 }, () => startSecondProcess(settings))
    for (let n = 0; n < 10; n += 1) for (const other of others) other.ask(accessToken)
    const mine = Array.from({ length: 10 }, async () => (await sso.authenticate(bearer(accessToken))).status)
    const theirs = others.flatMap((other) => Array.from({ length: 10 }, () => other.nextLine()))
    expect(await Promise.all([...mine, ...theirs])).toEqual(Array(40).fill('ok'))
    expect(asked().map((count, place) => count - (before[place] ?? 0))).toEqual([1, 1])
    await sso.close()
  })
})

const run = async (args: string[], environment: Record<string, string>) => {
  const lines: string[] = []
  const take = (text: string) => void lines.push(text)
  const code = await runCommand(args, { line: take, fault: take }, environment)
  return { code, text: lines.join('\n') }
}

describe.skipIf(noMariadb !== null)(
  withMariadb('the command, with an address of MariaDB in DATABASE_URL,'),
  () => {
    test.each(['mysql', 'mariadb'])('migrates, once (%s:)', async (scheme) => {
      const { socketPath, user, database } = await server.newDatabase()
      const at = `${scheme}://${user}@localhost/${database}?socketPath=${encodeURIComponent(socketPath)}`
      const migrated = await run(['migrate'], { DATABASE_URL: at })
      expect([migrated.code, migrated.text]).toEqual([
        0,
        expect.stringMatching(/^The schema was migrated from version 0 to \d+\.$/),
      ])
      expect((await run(['migrate'], { DATABASE_URL: at })).text).toContain('already at version')
    })

    test('says that the address names no database', async () => {
      const { socketPath, user } = await server.newDatabase()
      const at = `mysql://${user}@localhost/?socketPath=${encodeURIComponent(socketPath)}`
      const ended = await run(['migrate'], { DATABASE_URL: at })
      expect([ended.code, ended.text]).toEqual([1, expect.stringContaining('names no database')])
    })
  },
)

describe('without a server that answers', () => {
  test('the command fails, and says so without the password', async () => {
    const closed = createServer().listen(0, '127.0.0.1')
    await once(closed, 'listening')
    const address = closed.address()
    closed.close()
    await once(closed, 'close')
    const port = typeof address === 'object' ? address?.port : 0
    const ended = await run(['migrate'], { DATABASE_URL: `mysql://ana:s3cret@127.0.0.1:${port}/permits` })
    expect([ended.code, ended.text]).toEqual([1, expect.stringContaining('ECONNREFUSED')])
    expect(ended.text).not.toContain('s3cret')
  })

  test('the doctor says what to check', async () => {
    const away = () => Promise.reject(new Error('no server'))
    const store = mysqlStore({ execute: away, getConnection: away }) as SsoStore
    const checks = (await testProgram({ store }).sso.doctor()).checks
    expect(checks.find(({ id }) => id === 'database')).toMatchObject({
      ok: false,
      fix: 'check DATABASE_URL, and check that MySQL or MariaDB runs',
    })
  })
})
