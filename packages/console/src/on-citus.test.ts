import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { makeViews } from '../../identity/src/console-role/console-views.ts'
import { VIEWS_SCHEMA } from '../../identity/src/console-role/index.ts'
import { openSession } from '../../identity/src/platform/postgres/session.ts'
import { systemClock } from '../../identity/src/platform/system-clock.ts'
import { systemRandom } from '../../identity/src/platform/system-random.ts'
import { TABLES } from '../../identity/src/room-heads.ts'
import { makeRole } from '../../identity/testing/console-role.ts'
import { createTestDatabase } from '../../identity/testing/database.ts'
import { isDistributed } from '../../identity/testing/one-server.ts'
import { readConsoleConfig } from './config.ts'
import { startConsole } from './start-console.ts'

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }

test.runIf(isDistributed)('where the tables are distributed, it says so and does not start', async () => {
  const database = await createTestDatabase()
  const { address } = database
  const role = await makeRole(database)
  const session = await openSession(address)
  await session.runText(`create schema ${VIEWS_SCHEMA}`)
  await makeViews(session, TABLES)
  await session.runText(`grant usage on schema ${VIEWS_SCHEMA} to ${role.role}`)
  await session.close()
  const config = readConsoleConfig({
    PORTICO_CONSOLE_URL: 'http://localhost:4290',
    PORTICO_CONSOLE_DATABASE_URL: role.url,
    PORTICO_CONSOLE_IDENTITY_URL: 'http://localhost:4291',
    PORTICO_CONSOLE_CLIENT_ID: 'console',
    PORTICO_CONSOLE_CLIENT_SECRET: 'a secret',
    PORTICO_CONSOLE_KEY: systemRandom.bytes(32).toString('base64'),
  })
  const starts = startConsole(config, { clock: systemClock, random: systemRandom, wait, log: quiet })
  await expect(starts).rejects.toThrow('operators use the commands (docs/citus.md)')
  await role.drop()
  await database.drop()
})
