import {
  createDatabase,
  openClient,
  type ServerPlace,
  withClient,
} from '../../journeys/kit/postgres-server.ts'
import { cpuMicroseconds, familyCpuMicroseconds } from '../../journeys/kit/proc.ts'
import { until } from '../../journeys/kit/until.ts'
import { MIGRATIONS } from '../../packages/identity/src/migrations.ts'
import { openPool } from '../../packages/identity/src/platform/postgres/connect.ts'
import { migrate } from '../../packages/identity/src/platform/postgres/migrate.ts'
import { count, figure, table } from '../kit/markdown.ts'
import { chainsOf } from './candidates/grown-portico.ts'
import { TOKENS_PER_CITIZEN, writeManyRows } from './candidates/many-rows.ts'
import { porticoProvider, type StartedPortico, startPortico } from './candidates/portico.ts'
import { addTrustedProgram } from './candidates/portico-people.ts'
import { fetchSamples, sumOfMetric } from './measure/service-metrics.ts'
import type { Options } from './options.ts'
import { aboutMachine, publishReport, runFigures } from './report/results.ts'
import type { Testbed } from './testbed.ts'

const DATABASE = 'portico_purge'
const CONNECTIONS = 32
const QUIET_SLICES = 4
/** The run ends here, however much is left. */
const MOST_SLICES = 60

/** What a slice was measured beside. */
export type Beside = 'a purge' | 'a purge, and a transaction that is open all the time' | 'nothing to purge'

/** One slice of refreshes. */
export interface PurgeSlice {
  readonly beside: Beside
  readonly seconds: number
  readonly refreshes: number
  readonly removed: number
  readonly serverMicroseconds: number
  readonly postgresMicroseconds: number
  /** What PostgreSQL wrote into its log of changes. */
  readonly walBytes: number
}

/**
 * Measures how fast the service deletes expired tokens while programs refresh as fast as they can: at first alone, then beside a
 * transaction that is as old as the rest of the run, as of a backup; and what a refresh costs when nothing is left.
 */
export async function purge(testbed: Testbed, options: Options): Promise<void> {
  const { pace } = options
  const tokens = Math.max(...options.sizes)
  const { identity, chains } = await startWithExpired(testbed, tokens)
  await until('the purge begins', async () => (await removedBy(identity)) > 0 || undefined)
  const measure = (beside: Beside) => measureSlice(testbed, identity, { beside, chains, ...pace })
  const slices: PurgeSlice[] = []
  const measureUntil = async (beside: Beside, rows: number) => {
    for (let removed = 0; removed < rows && slices.length < MOST_SLICES; ) {
      const slice = await measure(beside)
      removed = await removedBy(identity)
      slices.push(slice)
      testbed.say(`${beside}: ${Math.round(slice.removed / slice.seconds)} rows/s, ${removed} of ${tokens}`)
    }
  }
  await measureUntil('a purge', tokens / 2)
  const old = await openClient(testbed.postgres, DATABASE)
  await old.query('begin isolation level repeatable read')
  await old.query('select count(*) from clients')
  await measureUntil('a purge, and a transaction that is open all the time', tokens)
  await old.end()
  for (let quiet = 0; quiet < QUIET_SLICES; quiet += 1) slices.push(await measure('nothing to purge'))
  const figures = runFigures(testbed, { ...pace, rounds: slices.length })
  publishReport(
    options,
    `${aboutMachine(figures)}: ${count(tokens)} expired tokens of ${count(tokens / TOKENS_PER_CITIZEN)} citizens.\n\n${purgeTable(slices)}\n`,
    { ...figures, tokens, slices },
  )
}

async function startWithExpired(testbed: Testbed, tokens: number) {
  const { postgres, say } = testbed
  const url = await createDatabase(postgres, DATABASE)
  await migrate({ kind: 'url', url }, MIGRATIONS)
  const db = openPool({ kind: 'url', url }, { connections: 1, deadlineMilliseconds: 30_000, access: 'any' })
  const client = await addTrustedProgram(db).finally(() => db.close())
  const citizens = Math.ceil(tokens / TOKENS_PER_CITIZEN)
  const rows = {
    citizens,
    clientId: client.clientId,
    scope: client.scope,
    tokensExpired: 'an-hour-ago',
  } as const
  await withClient(postgres, DATABASE, (sql) =>
    writeManyRows(sql, rows, (written) => say(`${written} of ${citizens} citizens written`)),
  )
  const identity = await startPortico(testbed, url, { name: DATABASE })
  return { identity, chains: chainsOf(porticoProvider(identity.port, client), citizens) }
}

/** How many rows the service has deleted since its start. */
async function removedBy({ metricsPort }: StartedPortico): Promise<number> {
  return sumOfMetric(await fetchSamples(metricsPort), 'portico_rows_removed_total')
}

interface SliceOptions {
  readonly beside: Beside
  readonly sliceSeconds: number
  readonly chains: ReturnType<typeof chainsOf>
}

async function measureSlice(
  { loader, postgres }: Testbed,
  identity: StartedPortico,
  { beside, chains, sliceSeconds }: SliceOptions,
): Promise<PurgeSlice> {
  const counts = async () => ({
    removed: await removedBy(identity),
    server: cpuMicroseconds(identity.pid) ?? Number.NaN,
    postgres: familyCpuMicroseconds(postgres.pid) ?? Number.NaN,
    wal: await walBytes(postgres),
  })
  const before = await counts()
  const { answers, seconds } = await loader.runFaultless({
    ...{ port: identity.port, connections: CONNECTIONS, seconds: sliceSeconds, load: chains() },
  })
  const after = await counts()
  return {
    ...{ beside, seconds, refreshes: answers, removed: after.removed - before.removed },
    serverMicroseconds: after.server - before.server,
    postgresMicroseconds: after.postgres - before.postgres,
    walBytes: after.wal - before.wal,
  }
}

function walBytes(place: ServerPlace): Promise<number> {
  return withClient(place, DATABASE, async (client) => {
    const { rows } = await client.query<{ bytes: string }>(
      'select pg_current_wal_lsn() - $$0/0$$::pg_lsn as bytes',
    )
    return Number(rows[0]?.bytes)
  })
}

/** What a row or a refresh costs. */
const COSTS = ['postgresMicroseconds', 'serverMicroseconds', 'walBytes'] as const
type Cost = (typeof COSTS)[number]

/** One row for each situation. The cost of a row is what the refreshes beside it do not explain. */
export function purgeTable(slices: readonly PurgeSlice[]): string {
  const quiet = totalOf(slices.filter(({ beside }) => beside === 'nothing to purge'))
  const kinds = [...new Set(slices.map(({ beside }) => beside))]
  const rows = kinds.map((kind) => {
    const all = totalOf(slices.filter(({ beside }) => beside === kind))
    const perRow = (of: Cost) =>
      figure((all[of] - (all.refreshes * quiet[of]) / quiet.refreshes) / all.removed)
    const perRefresh = (of: Cost) => figure(quiet[of] / quiet.refreshes)
    const cost = (of: Cost) => (all.removed === 0 ? `${perRefresh(of)} for each refresh` : perRow(of))
    const perSecond = (amount: number) => figure(amount / all.seconds)
    return [kind, perSecond(all.refreshes), perSecond(all.removed), ...COSTS.map(cost)]
  })
  return table(
    [
      'refreshes beside',
      'refreshes/s',
      'rows deleted/s',
      'PostgreSQL us/row',
      'service us/row',
      'WAL bytes/row',
    ],
    rows,
  )
}

function totalOf(slices: readonly PurgeSlice[]): Omit<PurgeSlice, 'beside'> {
  const sum = (of: keyof Omit<PurgeSlice, 'beside'>) => slices.reduce((total, slice) => total + slice[of], 0)
  return {
    ...{ seconds: sum('seconds'), refreshes: sum('refreshes'), removed: sum('removed') },
    ...{ serverMicroseconds: sum('serverMicroseconds'), postgresMicroseconds: sum('postgresMicroseconds') },
    walBytes: sum('walBytes'),
  }
}
