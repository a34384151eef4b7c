import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { isDistributed } from '../../testing/one-server.ts'
import { on, openWorkbench, type Workbench } from './backup.fixture.ts'

describe.runIf(isDistributed)('where the tables are distributed', () => {
  let bench: Workbench
  let database: TestDatabase
  beforeAll(async () => {
    bench = await openWorkbench()
    database = await createTestDatabase()
  })
  afterAll(async () => {
    await database.drop()
    await bench.clear()
  })

  test.each(['backup', 'restore'] as const)('portico %s refuses, and says what to do', async (command) => {
    const ran = await on(database, command, bench.newPath())
    expect(ran.exitCode).toBe(1)
    expect(ran.err).toContain('The tables are distributed')
    expect(ran.err).toContain('docs/citus.md')
  })
})
