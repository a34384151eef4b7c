import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createDatabase, machinePostgres, withClient } from '../../journeys/kit/postgres-server.ts'
import { cpuMicroseconds, familyCpuMicroseconds, memoryMebibytes } from '../../journeys/kit/proc.ts'
import { MIGRATIONS } from '../../packages/identity/src/migrations.ts'
import { migrate } from '../../packages/identity/src/platform/postgres/migrate.ts'
import { count, figure, spread, table } from '../kit/markdown.ts'
import { ratios, spreadOf } from '../kit/statistics.ts'
import { manyEventsCitizen, writeManyEvents } from './candidates/many-events.ts'
import type { Options } from './options.ts'
import { aboutMachine, publishReport, runFigures } from './report/results.ts'
import type { Testbed } from './testbed.ts'

const DATABASE = 'portico_commands'
const EVENTS_PER_CITIZEN = 10
const ROUNDS = 3
const PORTICO = fileURLToPath(new URL('../../packages/identity/src/command/portico.ts', import.meta.url))
const LOOK_MILLISECONDS = 250

/** What one run of a command took. */
interface Run {
  readonly name: string
  readonly seconds: number
  /** CPU time of the command, and of all processes of PostgreSQL meanwhile. */
  readonly commandSeconds: number
  readonly postgresSeconds: number
  /** Resident memory while it ran, four times a second. */
  readonly mebibytes: readonly number[]
}

/**
 * Measures the commands of an operator on many citizens and ten times as many events: those that somebody waits for, the export of
 * the audit, and a backup and a restore beside `pg_dump -Fc` and `pg_restore`.
 */
export async function commands(testbed: Testbed, options: Options): Promise<void> {
  const [, citizens = 0] = options.sizes
  const url = await createDatabase(testbed.postgres, DATABASE)
  await migrate({ kind: 'url', url }, MIGRATIONS)
  await withClient(testbed.postgres, DATABASE, (client) =>
    writeManyEvents(client, { citizens, eventsPerCitizen: EVENTS_PER_CITIZEN }, (written) =>
      testbed.say(`${written} of ${citizens} citizens written`),
    ),
  )
  const runs: Run[] = []
  const citizen = manyEventsCitizen(Math.floor(citizens / 2))
  const asked = [
    ...[['--version'], ['client', 'list'], ['keys', 'list'], ['audit'], ['audit', '--since', '30d']],
    ...[['audit', '--citizen', citizen], ['citizen', 'show', citizen], ['doctor']],
  ]
  const portico = (args: readonly string[], at = url) =>
    measure(testbed, {
      ...{
        name: `portico ${args.slice(0, 2).join(' ').replace(testbed.folder, '')}`,
        file: process.execPath,
      },
      ...{ args: [PORTICO, ...args], address: at },
    })
  // The first round fills the compile cache.
  for (const args of asked) await portico(args)
  for (let round = 0; round < ROUNDS; round += 1) for (const args of asked) runs.push(await portico(args))
  runs.push(await portico(['audit', 'export', join(testbed.folder, 'export')]))
  await besidePgDump(testbed, { programs: options.postgres ?? machinePostgres(), url, portico, runs })
  const figures = runFigures(testbed, { ...options.pace, rounds: ROUNDS })
  const head = `${aboutMachine(figures)}: ${count(citizens)} citizens, ${count(citizens * EVENTS_PER_CITIZEN)} events.`
  publishReport(options, `${head}\n\n${commandTable(runs)}\n`, { ...figures, citizens, runs })
}

interface Comparison {
  readonly programs: string | undefined
  readonly url: string
  readonly portico: (args: readonly string[], at?: string) => Promise<Run>
  readonly runs: Run[]
}

/** The embedded PostgreSQL has no `pg_dump`. */
async function besidePgDump(testbed: Testbed, { programs, url, portico, runs }: Comparison): Promise<void> {
  const hasDump = programs !== undefined && existsSync(join(programs, 'pg_dump'))
  if (!hasDump)
    testbed.say('There is no pg_dump beside this PostgreSQL: backup and restore have nothing beside them.')
  for (let round = 0; round < ROUNDS; round += 1) {
    const place = (name: string) => join(testbed.folder, `${name}-${round}`)
    runs.push(await portico(['backup', place('backup')], url))
    const target = await createDatabase(testbed.postgres, `portico_restored_${round}`)
    runs.push(await portico(['restore', place('backup')], target))
    if (!hasDump) continue
    const plain = (name: string, args: readonly string[]) =>
      measure(testbed, { name, file: join(programs, name), args, address: url })
    runs.push(await plain('pg_dump', ['-Fc', '-f', place('dump'), url]))
    const other = await createDatabase(testbed.postgres, `portico_dumped_${round}`)
    runs.push(await plain('pg_restore', ['-d', other, place('dump')]))
  }
}

interface Measured {
  readonly name: string
  readonly file: string
  readonly args: readonly string[]
  readonly address: string
}

async function measure(testbed: Testbed, { name, file, args, address }: Measured): Promise<Run> {
  testbed.say(name)
  const ended = () => (familyCpuMicroseconds(process.pid) ?? Number.NaN) - (cpuMicroseconds(process.pid) ?? 0)
  const postgres = () => familyCpuMicroseconds(testbed.postgres.pid) ?? Number.NaN
  const before = { at: performance.now(), command: ended(), postgres: postgres() }
  const child = spawn(file, args, {
    stdio: 'ignore',
    env: {
      ...process.env,
      PORTICO_DATABASE_URL: address,
      PORTICO_SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
      NODE_COMPILE_CACHE: join(testbed.folder, 'compile-cache'),
    },
  })
  const mebibytes: number[] = []
  const looking = setInterval(() => {
    const now = memoryMebibytes(child.pid ?? 0, 'VmRSS')
    if (now !== undefined) mebibytes.push(now)
  }, LOOK_MILLISECONDS)
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  clearInterval(looking)
  if (code !== 0) throw new Error(`${name} ended with ${code}`)
  return {
    ...{ name, mebibytes, seconds: (performance.now() - before.at) / 1000 },
    commandSeconds: (ended() - before.command) / 1e6,
    postgresSeconds: (postgres() - before.postgres) / 1e6,
  }
}

const BESIDE: Readonly<Record<string, string>> = {
  'portico backup': 'pg_dump',
  'portico restore': 'pg_restore',
}

/** One row for each command: its median, and what it costs beside PostgreSQL's own. */
export function commandTable(runs: readonly Run[]): string {
  const nameOf = ({ name }: Run) => name.replace(/ \/.*/, '')
  const all = (name: string, of: (run: Run) => number) => runs.filter((run) => nameOf(run) === name).map(of)
  const cpu = (run: Run) => run.commandSeconds + run.postgresSeconds
  const rows = [...new Set(runs.map(nameOf))].map((name) => {
    const beside = BESIDE[name]
    const held = runs.filter((run) => nameOf(run) === name).flatMap(({ mebibytes }) => mebibytes)
    return [
      name,
      spread(spreadOf(all(name, ({ seconds }) => seconds))),
      spread(spreadOf(all(name, ({ commandSeconds }) => commandSeconds))),
      spread(spreadOf(all(name, ({ postgresSeconds }) => postgresSeconds))),
      beside ? `${spread(spreadOf(ratios(all(name, cpu), all(beside, cpu))), 'x')} of ${beside}` : '',
      held.length === 0 ? 'n/a' : figure(Math.max(...held)),
    ]
  })
  return table(['command', 'seconds', 'its CPU s', 'PostgreSQL CPU s', 'CPU beside', 'most MiB'], rows)
}
