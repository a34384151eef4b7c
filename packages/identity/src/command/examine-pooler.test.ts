import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { examinePooler } from './examine-pooler.ts'
import {
  type PoolerSettings,
  startPgBouncer,
  type TestPooler,
  withoutPgBouncer,
} from './pgbouncer.fixture.ts'
import { portico, settingsFor } from './portico.fixture.ts'

let database: TestDatabase
let pooler: TestPooler | undefined

beforeAll(async () => {
  database = await createTestDatabase()
})
afterEach(async () => {
  await pooler?.stop()
  pooler = undefined
})
afterAll(() => database.drop())

async function through(settings: PoolerSettings) {
  pooler = await startPgBouncer(database, settings)
  return examinePooler({ kind: 'url', url: pooler.url })
}

// proves: seeing-doctor
describe('the doctor tells a pooler in transaction mode', () => {
  test('none: each connection has a session of its own', async () => {
    expect(await examinePooler(database.address)).toMatchObject({ state: 'ok' })
  })

  describe.skipIf(withoutPgBouncer)('a real PgBouncer', () => {
    test.each<PoolerSettings>([
      // It refuses the settings that Portico sends when it connects.
      { pool_mode: 'transaction' },
      { pool_mode: 'session' },
      // It takes them, and passes none on.
      { pool_mode: 'transaction', ignore_startup_parameters: 'options' },
      { pool_mode: 'transaction', ignore_startup_parameters: 'options', default_pool_size: 1 },
      { pool_mode: 'session', ignore_startup_parameters: 'options' },
    ])('%o: what to do', async (settings) => {
      expect(await through(settings)).toMatchObject({
        check: 'Connections',
        state: 'wrong',
        says: expect.stringContaining('pooler'),
        mend: expect.stringContaining('PORTICO_DATABASE_URL'),
      })
    })

    test('the command says so, and examines no more behind it', async () => {
      pooler = await startPgBouncer(database, {
        pool_mode: 'transaction',
        ignore_startup_parameters: 'options',
      })
      const environment = { ...settingsFor(database), PORTICO_DATABASE_URL: pooler.url }
      const { exitCode, json } = await portico(environment, ['doctor', '--json'])
      const { checks } = json<{ checks: { check: string; state: string }[] }>()
      expect(exitCode).toBe(1)
      expect(checks.find(({ check }) => check === 'Connections')?.state).toBe('wrong')
      expect(checks.some(({ check }) => check === 'Migrations')).toBe(false)
    })
  })
})
