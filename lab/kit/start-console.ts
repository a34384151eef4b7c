import { fileURLToPath } from 'node:url'
import { type Environment, startNode, stop } from '../../journeys/kit/child-process.ts'
import type { Cleanup } from '../../journeys/kit/cleanup.ts'
import { type ServerPlace, withClient } from '../../journeys/kit/postgres-server.ts'
import { until } from '../../journeys/kit/until.ts'
import { freePort } from '../../packages/identity/testing/free-port.ts'
import type { Order, RunCommand } from './run-command.ts'

const CONSOLE = fileURLToPath(new URL('../../packages/console/src/main.ts', import.meta.url))
const ROLE = 'portico_console'

/** The database that a console is for, its operator's commands, and further settings. */
export interface ConsoleNeeds {
  readonly postgres: ServerPlace
  readonly database: string
  readonly command: RunCommand
  readonly by: Required<Pick<Order, 'as' | 'reason'>>
  readonly settings?: Environment
}

/** Sets the console up on a database, as docs/runbooks/console.md says, and starts it. */
export async function startConsole(
  { postgres, database, command, by, settings = {} }: ConsoleNeeds,
  cleanup: Cleanup,
): Promise<{ readonly url: string; readonly pid: number }> {
  await withClient(postgres, database, (client) => client.query(`create role ${ROLE} login`))
  const port = await freePort()
  const url = `http://localhost:${port}`
  const words = ['console', 'prepare', ROLE, '--url', url]
  const prepared = await command<Record<string, string>>({ words, ...by })
  const own = Object.entries(prepared).filter(([name]) => name.startsWith('PORTICO_CONSOLE_'))
  const place = new URLSearchParams({ host: postgres.socketDir, port: String(postgres.port) })
  const run = startNode({
    file: CONSOLE,
    environment: {
      PORTICO_CONSOLE_DATABASE_URL: `postgres://${ROLE}@localhost/${database}?${place}`,
      PORTICO_CONSOLE_PORT: String(port),
      ...Object.fromEntries(own),
      ...settings,
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
  return { url, pid: run.child.pid ?? 0 }
}
