import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CENTRAL_TOKEN } from '../testing/central-tokens.ts'
import { beginSignIn, openCallback, outcome, type TestProgram, testProgram } from '../testing/program.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { runCommand } from './command/index.ts'
import { createProgramSso } from './create.ts'
import type { SsoStore } from './store/index.ts'
import { postgresStore, starterAccounts } from './store/postgres/index.ts'
import { NEEDED_VERSION } from './store/postgres/migrations.ts'
import { signInThrough } from './testing/index.ts'

let database: TestDatabase
let url: string

beforeAll(async () => {
  database = await createTestDatabase(8)
  url = `postgres://${database.user}@localhost/${database.name}?host=${database.host}&port=${database.port}`
})
afterAll(() => database.drop())

const run = async (args: string[], environment: Record<string, string> = {}) => {
  const lines: string[] = []
  const take = (text: string) => void lines.push(text)
  const code = await runCommand(args, { line: take, fault: take }, environment)
  return { code, text: lines.join('\n') }
}

/** A program with PostgreSQL, for the helpers of sign-in tests. */
const overPostgres = async (): Promise<TestProgram> => {
  const program = testProgram()
  const store = postgresStore(database.pool, { clock: program.clock })
  await store.migrate()
  const sso = createProgramSso({ ...program.config, store, accounts: starterAccounts(database.pool) })
  const ask: TestProgram['ask'] = async (method, path, { body, bearer } = {}) => {
    const headers = {
      'content-type': 'application/json',
      ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
    }
    const request = new Request(`https://permits.example.test/api/v1/sso/${path}`, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return (await sso.handle(request)) ?? new Response()
  }
  // The type of the accounts differs from the helper's. These tests read the database instead.
  return { ...program, sso: sso as unknown as TestProgram['sso'], ask }
}

test('the command migrates, once', async () => {
  expect(await run(['migrate'], { DATABASE_URL: url })).toEqual({
    code: 0,
    text: `The schema was migrated from version 0 to ${NEEDED_VERSION}.`,
  })
  expect((await run(['migrate'], { DATABASE_URL: url })).text).toContain('already')
})

test('a citizen signs in, is guarded, and ends with the central session', async () => {
  const program = await overPostgres()
  const citizen = program.identity.addCitizen({ email: 'ana@example.test', name: "Ana 'O' Example" })
  const { accessToken, refreshToken } = await signInThrough(program.sso, program.identity, citizen)
  const guarded = () => program.sso.authenticate({ headers: { authorization: `Bearer ${accessToken}` } })
  expect(await guarded()).toMatchObject({
    status: 'ok',
    account: { name: "Ana 'O' Example", email: 'ana@example.test' },
  })
  await program.clock.advance(31_000)
  expect(await guarded()).toMatchObject({ status: 'ok' })
  const refreshed = await program.ask('POST', 'refresh/', { body: { refresh_token: refreshToken } })
  expect(refreshed.status).toBe(200)
  program.identity.endCentralSession(citizen.subject)
  await program.clock.advance(31_000)
  expect(await guarded()).toMatchObject({ code: 'session_ended' })
})

// proves: program-4.2-exchange, threat-program-replay
test('of 40 exchanges of one code through a pool of eight, one wins, and one citizen is written', async () => {
  const program = await overPostgres()
  const before = await database.pool.query('select count(*)::int as count from citizens')
  const { url: start, verifier } = await beginSignIn(program)
  const citizen = program.identity.addCitizen({ email: 'race@example.test' })
  const { code } = await openCallback(program, await program.identity.authorize(start, citizen))
  const body = { code, code_verifier: verifier }
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => program.ask('POST', 'exchange/', { body })),
  )
  const outcomes = await Promise.all(answers.map(outcome))
  expect(outcomes.filter((word) => word === '200')).toHaveLength(1)
  const after = await database.pool.query('select count(*)::int as count from citizens')
  expect(after.rows[0].count - before.rows[0].count).toBe(1)
})

// proves: program-1.7-profile-at-first-sign-in
test('a citizen who signs in on ten devices for the first time at once gets one account', async () => {
  const program = await overPostgres()
  const citizen = program.identity.addCitizen({ email: 'ten@example.test' })
  const signedIn = await Promise.all(
    Array.from({ length: 10 }, () => signInThrough(program.sso, program.identity, citizen)),
  )
  expect(new Set(signedIn.map(({ accessToken }) => accessToken)).size).toBe(10)
  const rows = await database.pool.query("select 1 from citizens where email = 'ten@example.test'")
  expect(rows.rowCount).toBe(1)
})

// proves: threat-deleted-account
test('a citizen whose account was deleted, and who signs in on ten devices at once, gets one new account', async () => {
  const program = await overPostgres()
  const citizen = program.identity.addCitizen({ email: 'again@example.test' })
  const signIn = () => signInThrough(program.sso, program.identity, citizen)
  const accounts = () =>
    database.pool.query("select id::text from citizens where email = 'again@example.test'")
  await signIn()
  const [old] = (await accounts()).rows
  await database.pool.query('delete from citizens where id = $1', [old.id])
  const [first] = await Promise.all(Array.from({ length: 10 }, signIn))
  const { rows } = await accounts()
  expect(rows).toHaveLength(1)
  const headers = { authorization: `Bearer ${first?.accessToken}` }
  expect(await program.sso.authenticate({ headers })).toMatchObject({ status: 'ok', accountId: rows[0].id })
  expect(await program.sso.identityOf(old.id)).toBeNull()
})

// proves: program-5.3-central-tokens-sealed, threat-program-token-theft
test('no token, code, state or verifier is in any table', async () => {
  const program = await overPostgres()
  const citizen = program.identity.addCitizen({ email: 'dump@example.test' })
  const { url: start, verifier } = await beginSignIn(program)
  const landed = await openCallback(program, await program.identity.authorize(start, citizen))
  const { accessToken, refreshToken } = await signInThrough(program.sso, program.identity, citizen)
  const { rows: tables } = await database.pool.query(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'sso'",
  )
  expect(tables.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['sso.sessions', 'sso.access_tokens', 'sso.spent_refresh', 'sso.revocations']),
  )
  const dumps = await Promise.all(
    tables.map(({ name }) => database.pool.query(`select t::text as row from ${name} t`)),
  )
  const dump = dumps.flatMap(({ rows }) => rows.map(({ row }) => String(row))).join('\n')
  const state = new URL(start).searchParams.get('state') ?? ''
  const bytes = [...dump.matchAll(/\\x([0-9a-f]+)/g)].map(([, hex = '']) => Buffer.from(hex, 'hex'))
  const stored = [dump, ...bytes.map((each) => each.toString('latin1'))].join('\n')
  for (const secret of [verifier, landed.code ?? '', accessToken, refreshToken, state])
    expect(stored).not.toContain(secret.replace(/^[a-z]+_/, ''))
  expect(stored).not.toMatch(CENTRAL_TOKEN)
  expect(stored).not.toContain('dump@example.test')
})

test('the doctor finds nothing wrong, then names each fault with its fix', async () => {
  const program = testProgram({ store: postgresStore(database.pool) as SsoStore })
  const good = await program.sso.doctor()
  expect(good.checks.filter(({ ok }) => !ok)).toMatchObject([{ id: 'database-clock' }])
  expect(good.checks.find(({ id }) => id === 'callback')?.message).toContain(
    'https://permits.example.test/api/v1/sso/callback/',
  )
  program.identity.rotateClientSecret()
  expect((await program.sso.doctor()).checks.find(({ id }) => id === 'credentials')).toMatchObject({
    ok: false,
    fix: expect.stringContaining('SSO_CLIENT_SECRET'),
  })
  program.identity.outage('refused')
  expect((await program.sso.doctor()).checks.find(({ id }) => id === 'discovery')).toMatchObject({
    ok: false,
  })
})

test.each<[string[], number, string]>([
  [[], 2, 'portico-program: The command is missing.'],
  [['unknown'], 2, "There is no command 'unknown'."],
  [['migrate'], 1, 'DATABASE_URL  got nothing'],
  [['purge'], 1, 'DATABASE_URL  got nothing'],
  [['doctor'], 1, '6 settings need attention'],
])('the command %j ends with %d: %s', async (args, code, text) => {
  const ended = await run(args)
  expect([ended.code, ended.text]).toEqual([code, expect.stringContaining(text)])
})

test('the command migrate says that no server answers', async () => {
  const ended = await run(['migrate'], { DATABASE_URL: 'postgres://user@localhost:9/nothing' })
  expect([ended.code, ended.text]).toEqual([1, expect.stringContaining('ECONNREFUSED')])
})

test('the command doctor lists wrong settings', async () => {
  expect(await run(['doctor'], { DATABASE_URL: url })).toEqual({
    code: 1,
    text: expect.stringContaining('settings need attention'),
  })
})

test('the command runs as a program of its own', async () => {
  const bin = fileURLToPath(new URL('../bin/portico-program.mjs', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [bin, 'keygen'])
  expect(stdout).toMatch(/^SSO_ENCRYPTION_KEYS=k\d{8}-[A-Za-z0-9_-]{4}:[A-Za-z0-9_-]{43}\n$/)
})
