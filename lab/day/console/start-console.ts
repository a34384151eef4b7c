import { fileURLToPath } from 'node:url'
import { startNode, stop } from '../../../journeys/kit/child-process.ts'
import type { Cleanup } from '../../../journeys/kit/cleanup.ts'
import { withClient } from '../../../journeys/kit/postgres-server.ts'
import { until } from '../../../journeys/kit/until.ts'
import { freePort } from '../../../packages/identity/testing/free-port.ts'
import type { Day } from '../day.ts'
import { ADMINISTRATOR } from '../people/operators.ts'

const CONSOLE = fileURLToPath(new URL('../../../packages/console/src/main.ts', import.meta.url))
const ROLE = 'portico_console'

/** Sets the console up on the database of the day, as docs/runbooks/console.md says, and starts it. Returns its address. */
export async function startConsole({ stage }: Day, cleanup: Cleanup): Promise<string> {
  const { postgres, database, command } = stage
  await withClient(postgres, database.name, (client) => client.query(`create role ${ROLE} login`))
  const port = await freePort()
  const url = `http://localhost:${port}`
  const prepared = await command<Record<string, string>>({
    words: ['console', 'prepare', ROLE, '--url', url],
    ...{ as: ADMINISTRATOR, reason: 'Set up the console' },
  })
  const settings = Object.entries(prepared).filter(([name]) => name.startsWith('PORTICO_CONSOLE_'))
  const place = new URLSearchParams({ host: postgres.socketDir, port: String(postgres.port) })
  const run = startNode({
    file: CONSOLE,
    environment: {
      PORTICO_CONSOLE_DATABASE_URL: `postgres://${ROLE}@localhost/${database.name}?${place}`,
      PORTICO_CONSOLE_PORT: String(port),
      ...Object.fromEntries(settings),
    },
    nodeOptions: ['--disable-warning=ExperimentalWarning'],
  })
  cleanup.add(() => stop(run))
  await until(
    () => `the console is ready: ${run.output()}`,
    () => {
      if (run.child.exitCode !== null) throw new Error(`The console ended: ${run.output()}`)
      return run.output().includes('The console is ready') || undefined
    },
  )
  return url
}
