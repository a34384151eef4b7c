import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Cleanup } from '../../../journeys/kit/cleanup.ts'
import { openFolder } from '../../../journeys/kit/folder.ts'
import { CONTRACT_LIMITS, startIdentity } from '../../../journeys/kit/identity-process.ts'
import { startMailServer } from '../../../journeys/kit/mail-server.ts'
import { freePort } from '../../../packages/identity/testing/free-port.ts'
import { openPostgres } from '../../kit/postgres.ts'
import { commandRunner } from '../../kit/run-command.ts'
import { openDayClock } from './day-clock.ts'

/** How many processes the service has, on one port. */
const PROCESSES = 2

/** Everything that the day runs on: PostgreSQL, a mail server, the service, its clock and its command. */
export type Stage = Awaited<ReturnType<typeof openStage>>

/** Starts all of it with the limits of the contract. `cleanup` ends it. */
export async function openStage(cleanup: Cleanup) {
  const folder = openFolder()
  cleanup.add(() => rmSync(folder, { recursive: true, force: true }))
  const postgres = await openPostgres(cleanup)
  const database = await postgres.createDatabase()
  cleanup.add(() => database.db.close())
  const clock = await openDayClock({ folder, server: postgres, database })
  const mail = await startMailServer()
  cleanup.add(() => mail.close())
  const port = await freePort()
  const environment = {
    ...CONTRACT_LIMITS,
    ...clock.environment,
    PORTICO_PORT: String(port),
    PORTICO_PROCESSES: String(PROCESSES),
    PORTICO_TRUSTED_PROXIES: '127.0.0.0/8',
    PORTICO_SMTP_URL: mail.url,
    PORTICO_LOG_LEVEL: 'info',
    // As usual: a process that leaves answers for some more seconds.
    PORTICO_DRAIN_SECONDS: '',
  }
  const identity = await startIdentity({
    databaseUrl: database.url,
    environment,
    logFile: join(folder, 'service.log'),
  })
  cleanup.add(() => identity.close())
  return {
    ...{ folder, postgres, database, clock, mail, identity },
    command: commandRunner(identity.environment),
  }
}
