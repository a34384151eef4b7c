import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testProgram } from '../../testing/program.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { createProgramSso } from '../create.ts'
import { postgresStore, starterAccounts } from '../store/postgres/index.ts'
import { signInThrough } from '../testing/index.ts'
import type { ParentProgram } from './endings.fixture.ts'

// Processes that share only PostgreSQL.

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase(20)
  await postgresStore(database.pool).migrate()
})
afterAll(() => database.drop())

const overPostgres = () => {
  const program = testProgram()
  const another = () =>
    createProgramSso({
      ...program.config,
      ...{ store: postgresStore(database.pool), accounts: starterAccounts(database.pool) },
    })
  const citizen = program.identity.addCitizen({ email: 'ana@example.test' })
  const openGrants = () => program.identity.openGrants(citizen.subject)
  return { ...program, citizen, openGrants, another, sso: another() }
}

/** Signs out in another process, which is killed as soon as it has the response. */
async function signOutAndDie(program: ReturnType<typeof overPostgres>, bearer: string): Promise<void> {
  const { host, port, user, name } = database
  const { identity, config, clock } = program
  const [key] = config.encryptionKeys
  const told: ParentProgram = {
    database: { host, port, user, database: name },
    identity: { baseUrl: identity.baseUrl, clientId: identity.clientId, clientSecret: identity.clientSecret },
    program: { baseUrl: config.program.baseUrl, returnUris: [...config.program.returnUris] },
    key: { id: key?.id ?? '', key: key?.key.reveal() ?? '' },
    ...{ at: clock.now().getTime(), bearer },
  }
  const fixture = fileURLToPath(new URL('./endings.fixture.ts', import.meta.url))
  const child = spawn(process.execPath, [fixture, JSON.stringify(told)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(child, 'exit')
  for await (const line of createInterface({ input: child.stdout })) {
    expect(line).toBe('204')
    child.kill('SIGKILL')
  }
  expect(await exit).toEqual([null, 'SIGKILL'])
}

// proves: program-endings-survive-kill, threat-forgotten-grant
test('the grant of a session that a process ended right before kill -9 is revoked by another process', async () => {
  const program = overPostgres()
  const { accessToken } = await signInThrough(program.sso, program.identity, program.citizen)
  await signOutAndDie(program, accessToken)
  expect(program.openGrants()).toBe(1)
  expect((await program.sso.health()).revocations.waiting).toBe(1)
  // The killed process may have claimed the entry. Its lease is a minute.
  await program.clock.advance(60_000)
  expect(await program.another().purge()).toMatchObject({ revocations: 1 })
  expect(program.openGrants()).toBe(0)
})

// proves: program-endings-survive-kill
test('two processes that work at the list at once revoke each of 40 grants once, and the list empties', async () => {
  const program = overPostgres()
  for (let i = 0; i < 40; i += 1) await signInThrough(program.sso, program.identity, program.citizen)
  const accountId = await accountOf(program)
  await postgresStore(database.pool).forgetAccount(accountId, program.clock.now())
  expect(program.openGrants()).toBe(40)
  const done = await Promise.all([program.another().purge(), program.another().purge()])
  expect(done.reduce((sum, { revocations }) => sum + revocations, 0)).toBe(40)
  expect(program.identity.log.filter(({ path }) => path === '/o/revoke/')).toHaveLength(40)
  expect(program.openGrants()).toBe(0)
  expect((await program.sso.health()).revocations).toEqual({ waiting: 0, since: null })
})

async function accountOf({ citizen }: ReturnType<typeof overPostgres>): Promise<string> {
  const { rows } = await database.pool.query('select account_id from sso.identities where subject = $1', [
    citizen.subject,
  ])
  return String(rows[0]?.account_id)
}
