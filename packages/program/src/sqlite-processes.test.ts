import { afterEach, beforeEach, expect, test } from 'vitest'
import { useDatabaseFiles } from '../testing/database-file.ts'
import { type SecondProcess, settingsOfProcess, startSecondProcess } from '../testing/second-process.ts'
import { type ServedIdentity, serveIdentity } from '../testing/served-identity.ts'
import { createProgramSso } from './create.ts'
import { openDatabase, type SqliteDatabase, sqliteStore, starterAccounts } from './store/sqlite/index.ts'
import { signInThrough, testConfig } from './testing/index.ts'

// Real processes of one program on one file of SQLite, with real clocks: this one, and others.

const [INTROSPECT, TOKEN] = ['/api/integrations/introspect/', '/o/token/']
const newFile = useDatabaseFiles()
let database: SqliteDatabase
let served: ServedIdentity
let others: SecondProcess[]

beforeEach(async () => {
  database = openDatabase(newFile())
  others = []
  served = await serveIdentity()
})
afterEach(async () => {
  await Promise.all(others.map((other) => other.end()))
  await served.close()
  await database.close()
})

/** A citizen whose last check is too old and whose central token ends soon, and another process for each place. */
const signedInLongAgo = async (places: number) => {
  const config = testConfig(served.identity)
  const store = sqliteStore(database)
  await store.migrate()
  const sso = createProgramSso({ ...config, store, accounts: starterAccounts(database) })
  const citizen = served.identity.addCitizen({ email: 'ana@example.test' })
  const { accessToken } = await signInThrough(sso, served.identity, citizen)
  await database.transaction((tx) =>
    tx.query(
      `update sso_sessions set central_checked_at = central_checked_at - 31000, central_access_expires_at = central_checked_at + 20000`,
    ),
  )
  const settings = settingsOfProcess(database, served.identity, config)
  others = Array.from({ length: places }, () => startSecondProcess(settings))
  const look = async () => {
    const found = await sso.authenticate({ headers: { authorization: `Bearer ${accessToken}` } })
    return found.status === 'ok' ? 'ok' : `${found.http} ${found.code}`
  }
  return { accessToken, look, living: () => served.identity.openGrants(citizen.subject) }
}

// proves: program-guard-one-worker, program-guard-lease
test('of 40 requests in four processes, all are answered with one renewal and one introspection', async () => {
  const { accessToken, look, living } = await signedInLongAgo(3)
  const before = [served.asked(TOKEN), served.asked(INTROSPECT)]
  for (let n = 0; n < 10; n += 1) for (const other of others) other.ask(accessToken)
  const mine = Array.from({ length: 10 }, look)
  const theirs = others.flatMap((other) => Array.from({ length: 10 }, () => other.nextLine()))
  expect(await Promise.all([...mine, ...theirs])).toEqual(Array(40).fill('ok'))
  const after = [served.asked(TOKEN), served.asked(INTROSPECT)]
  expect([after.map((count, place) => count - (before[place] ?? 0)), living()]).toEqual([[1, 1], 1])
})

// proves: program-guard-lease, threat-kill-9, threat-lost-renewal
test('a renewal whose process is killed is repeated by the next process', async () => {
  const { accessToken, look, living } = await signedInLongAgo(1)
  const held = served.holdNext(TOKEN)
  const [other] = others
  other?.ask(accessToken)
  await held.arrived
  await other?.signal('SIGKILL')
  expect([await look(), living()]).toEqual(['ok', 1])
})

// proves: program-guard-no-second-renewal
test('a renewal whose process is stopped, and continues after another one made it, is stored once', async () => {
  const { accessToken, look, living } = await signedInLongAgo(1)
  const held = served.holdNext(TOKEN)
  const [other] = others
  other?.ask(accessToken)
  await held.arrived
  await other?.signal('SIGSTOP')
  expect(await look()).toBe('ok')
  const row = () =>
    database.query('select fence, central_checked_at, central_sealed, ended_at from sso_sessions')
  const before = await row()
  held.release()
  await other?.signal('SIGCONT')
  expect(await other?.nextLine()).toBe('ok')
  expect([await row(), living()]).toEqual([before, 1])
})
