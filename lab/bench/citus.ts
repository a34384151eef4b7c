import { createDatabase } from '../../journeys/kit/postgres-server.ts'
import {
  createCitusDatabase,
  distributeDatabase,
  findCitusServers,
} from '../../packages/identity/testing/citus-servers.ts'
import { forgetCitus, onEach, type TestServer } from '../../packages/identity/testing/database.ts'
import { UsageError } from '../kit/command-line.ts'
import { figure, table } from '../kit/markdown.ts'
import { spreadOf } from '../kit/statistics.ts'
import type { Candidate } from './candidates/candidate.ts'
import { porticoCandidate, startPortico } from './candidates/portico.ts'
import { runTrials, type TrialResult } from './measure/rounds.ts'
import type { Slice } from './measure/slice.ts'
import type { Options } from './options.ts'
import { headOf, publishReport, runFigures } from './report/results.ts'
import { postmasterPid, type Testbed } from './testbed.ts'

const TRIALS = (['introspection', 'userinfo', 'refresh', 'code-exchange'] as const).map((operation) => ({
  operation,
  connections: 32,
}))

type Place = Omit<TestServer, 'workers'>

/** A database of the bench. The first server is the coordinator, unless there is only one. */
interface Setting {
  readonly name: string
  readonly url: string
  readonly postmasters: readonly number[]
}

/** Measures one server beside servers of Citus, as CPU time of a request at each server. */
export async function citus(testbed: Testbed, options: Options): Promise<void> {
  const coordinator = process.env['PORTICO_TEST_CITUS_URL']
  if (!coordinator)
    throw new UsageError('citus needs PORTICO_TEST_CITUS_URL, the address of a coordinator of Citus.')
  const { pace, only, people } = options
  const candidates: Candidate[] = []
  for (const setting of await openSettings(testbed, await findCitusServers(coordinator))) {
    testbed.say(`${setting.name}: registering ${people} citizens`)
    const service = await startPortico(testbed, setting.url, { name: `citus-${candidates.length}` })
    const candidate = await porticoCandidate(service, people)
    candidates.push({ ...candidate, name: setting.name, postmasters: setting.postmasters })
  }
  const trials = await runTrials(testbed, candidates, { trials: TRIALS, pace, only })
  const figures = runFigures(testbed, pace)
  const cores = 'Portico on core 0, load on core 1, the servers of Citus on both'
  publishReport(options, `${headOf({ ...figures, cores })}\n\n${citusTable(trials)}\n`, {
    ...figures,
    trials,
  })
}

async function openSettings(testbed: Testbed, { workers, ...first }: TestServer): Promise<Setting[]> {
  const [one] = workers
  if (!one) throw new UsageError('The coordinator has no workers.')
  const alone: Setting = {
    name: 'one server',
    url: await createDatabase(testbed.postgres, 'citus_none'),
    postmasters: [testbed.postgres.pid],
  }
  const distributed = async (name: string, database: string, used: readonly Place[], way = first) => {
    testbed.say(`${name}: distributing the tables`)
    const servers = [first, ...used]
    testbed.cleanup.add(() => drop(servers, database))
    await drop(servers, database)
    await createCitusDatabase({ ...first, workers: used }, database)
    await distributeDatabase(first, database)
    return { name, url: urlOf(way, database), postmasters: await Promise.all(servers.map(postmasterPid)) }
  }
  const all = `${workers.length} workers`
  return [
    alone,
    await distributed('one worker', 'citus_one', [one]),
    await distributed(all, 'citus_all', workers),
    await distributed(`${all}, by way of a worker`, 'citus_worker', workers, one),
  ]
}

function urlOf({ user, socketDir, port }: Place, database: string): string {
  return `postgres://${user}@${socketDir}:${port}/${database}`
}

async function drop(servers: readonly Place[], database: string): Promise<void> {
  await forgetCitus(servers, database).catch(() => undefined)
  await onEach(servers, 'postgres', `drop database if exists ${database} with (force)`)
}

/** CPU time of a request in microseconds: the medians of the rounds. */
export function citusTable(trials: readonly TrialResult[]): string {
  const middle = (slices: readonly Slice[], of: (slice: Slice) => number | undefined) =>
    figure(spreadOf(slices.map(of))?.median)
  const rows = trials.flatMap(({ operation, slices }) =>
    Object.entries(slices).map(([name, all]) => [
      ...[operation, name, middle(all, ({ serverMicroseconds }) => serverMicroseconds)],
      ...[coordinatorOf, workersOf, busiestOf].map((of) => middle(all, of)),
    ]),
  )
  return table(
    [
      'operation',
      'servers',
      'Node us',
      'server or coordinator us',
      'workers together us',
      'busiest worker us',
    ],
    rows,
  )
}

const coordinatorOf = ({ eachPostgresMicroseconds: [first] = [] }: Slice) => first
const busiestOf = ({ eachPostgresMicroseconds: [, ...workers] = [] }: Slice) =>
  workers.length === 0 ? undefined : Math.max(...workers)
const workersOf = ({ eachPostgresMicroseconds: [, ...workers] = [] }: Slice) =>
  workers.length === 0 ? undefined : workers.reduce((sum, one) => sum + one, 0)
