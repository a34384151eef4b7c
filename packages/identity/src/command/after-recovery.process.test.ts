import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect } from 'vitest'
import type { TestDatabase } from '../../testing/database.ts'
import { inherited } from '../../testing/inherited.ts'
import { testOnOneServer } from '../../testing/one-server.ts'
import { addCitizen, addProgram } from '../../testing/people.ts'
import { enterProgram } from '../../testing/program-flow.ts'
import { startTestService } from '../../testing/test-service.ts'
import { openSession } from '../platform/postgres/session.ts'
import { contentOf, on, openWorkbench, type Workbench } from './backup.fixture.ts'
import { settingsFor } from './portico.fixture.ts'

const PROGRAM = fileURLToPath(new URL('./portico.ts', import.meta.url))

let bench: Workbench

beforeAll(async () => {
  bench = await openWorkbench()
})
afterAll(() => bench.clear())

/** A session that holds lock 42, and does not count as one of Portico's. Changes of the table wait for the lock. */
async function holdUp({ address }: TestDatabase, table: string, change: 'insert' | 'update') {
  const session = await openSession(address, { application_name: 'a-test' })
  await session.runText(`
    create function stand_still() returns trigger language plpgsql as
    'begin perform pg_advisory_xact_lock(42); return new; end'`)
  await session.runText(
    `create trigger stand_still before ${change} on ${table} for each row execute function stand_still()`,
  )
  await session.runText('select pg_advisory_lock(42)')
  return {
    async release() {
      await session.runText('select pg_advisory_unlock(42)')
      const others = async () =>
        session.runText(
          'select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
        )
      await expect.poll(others).toEqual([])
      await session.close()
    },
  }
}

// Citus refuses triggers on distributed tables.
testOnOneServer.each([
  ['while the versions rise', 'citizens', 'update'],
  ['before the event, when everything else is done', 'audit_events', 'insert'],
] as const)('a kill %s changes nothing, and the next run succeeds', async (_when, table, change) => {
  const database = await bench.newDatabase()
  const service = await startTestService({ database })
  await enterProgram(service, await addProgram(service), await addCitizen(service))
  await service.close()
  const before = await contentOf(database)
  const held = await holdUp(database, table, change)
  const env = { ...inherited(), ...settingsFor(database) }
  const child = spawn(process.execPath, [PROGRAM, 'after-recovery'], { env, stdio: 'ignore' })
  await expect.poll(() => database.isSomebodyWaiting(), { timeout: 30_000 }).toBe(true)
  child.kill('SIGKILL')
  await once(child, 'exit')
  await held.release()
  expect(await contentOf(database)).toBe(before)
  const ran = await on(database, 'after-recovery', '--json')
  expect(ran.exitCode).toBe(0)
  expect(ran.json()).toMatchObject({ ended: { sessions: 1, grants: 1, access_tokens: 1 } })
})
