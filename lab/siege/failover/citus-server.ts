import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type ServerPlace, withClient } from '../../../journeys/kit/postgres-server.ts'
import { until } from '../../../journeys/kit/until.ts'
import type { TestServer } from '../../../packages/identity/testing/database.ts'
import type { Owner } from './node.ts'
import { processesIn, signalQuietly } from './processes.ts'

/** A PostgreSQL server of this machine that the siege did not start, and may kill and start again. */
export type CitusServer = Awaited<ReturnType<typeof findServer>>

/** Finds the processes of a server by its data folder, and how it was started. */
export async function findServer(server: Omit<TestServer, 'workers'>) {
  const place: ServerPlace = server
  const dataDir = await withClient(place, 'postgres', async (client) => {
    const { rows } = await client.query<{ dir: string }>("select current_setting('data_directory') as dir")
    return rows[0]?.dir ?? ''
  })
  const postmaster = Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n', 1)[0])
  const program = programOf(postmaster)
  const answers = () =>
    withClient(place, 'postgres', (client) => client.query('select 1')).then(
      () => true,
      () => undefined,
    )
  return {
    place,
    /** Signals every process of it. */
    signal: (how: 'SIGSTOP' | 'SIGCONT') => signalQuietly(processesIn(dataDir), how),
    /** Ends it by a kill, or by a fast shutdown (SIGINT). Resolves when it is gone. */
    async end(how: 'SIGKILL' | 'SIGINT') {
      const [first] = readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n', 1)
      signalQuietly(how === 'SIGKILL' ? processesIn(dataDir) : [Number(first)], how)
      await until(`the server in ${dataDir} is gone`, () => {
        if (how === 'SIGKILL') signalQuietly(processesIn(dataDir), how)
        return processesIn(dataDir).length === 0 || undefined
      })
    },
    /** Starts it as it was started. Resolves when it answers. */
    async start() {
      let child: ChildProcess | undefined
      await until(`the server in ${dataDir} answers`, () => {
        // It gives up while the system still lists the process that was killed.
        if (child === undefined || child.exitCode !== null) child = run(program)
        return answers()
      })
    },
  }
}

interface Program {
  readonly command: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly owner: Owner
}

/** How a process was started. */
function programOf(pid: number): Program {
  const read = (name: string) => readFileSync(`/proc/${pid}/${name}`, 'utf8').split('\0').slice(0, -1)
  const { uid, gid } = statSync(`/proc/${pid}`)
  const variables = read('environ').map((line) => line.split(/=(.*)/s).slice(0, 2))
  return { command: read('cmdline'), env: Object.fromEntries(variables), owner: { uid, gid } }
}

/** Starts a program that lives on after the siege. */
function run({ command: [program = '', ...args], env, owner }: Program): ChildProcess {
  const child = spawn(program, args, { ...owner, env, cwd: '/', stdio: 'ignore', detached: true })
  child.unref()
  return child
}
