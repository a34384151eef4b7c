import { spread, table } from '../kit/markdown.ts'
import { createDatabase } from '../kit/postgres-server.ts'
import { ratios, spreadOf } from '../kit/statistics.ts'
import { PORTICO, porticoCandidate, startPortico } from './candidates/portico.ts'
import { runTrials, type Trial, type TrialResult } from './measure/rounds.ts'
import type { Options } from './options.ts'
import { headOf, publishReport, runFigures } from './report/results.ts'
import { sliceTable, speedsOf } from './report/tables.ts'
import type { Testbed } from './testbed.ts'

const ONE = `${PORTICO}, 1 process`
const TWO = `${PORTICO}, 2 processes`

const TRIALS: readonly Trial[] = (['introspection', 'authorize', 'refresh'] as const).map((operation) => ({
  ...{ operation, connections: 64 },
}))

/** Measures one and two processes of Portico side by side; the two share a database, and connections take them in turn. */
export async function processes(testbed: Testbed, options: Options): Promise<void> {
  const { pace, people, only } = options
  const candidates = [await startTogether(testbed, 1, people), await startTogether(testbed, 2, people)]
  // `wrk` asks one server only, and both must be asked by the same.
  const ownLoad = { ...testbed, wrk: false }
  const trials = await runTrials(ownLoad, { candidates }, { trials: TRIALS, pace, only })
  const { pinned, serverCores } = testbed.pinning
  const figures = runFigures(testbed, pace)
  const head = headOf({ ...figures, cores: coresSentence(pinned, serverCores) })
  const report = `${[head, processTable(trials), sliceTable(trials)].join('\n\n')}\n`
  publishReport(options, report, { ...figures, trials })
}

async function startTogether(testbed: Testbed, count: 1 | 2, people: number) {
  const database = await createDatabase(testbed.postgres, `portico_processes_${count}`)
  const start = (place: number, publicPort?: number) =>
    startPortico(testbed, database, {
      name: `portico-${count}-${place}`,
      onCore: testbed.pinning.onCoreOf(place, 2),
      ...(publicPort !== undefined && { publicPort }),
    })
  const first = await start(0)
  if (count === 1) return porticoCandidate([first], people, ONE)
  return porticoCandidate([first, await start(1, first.port)], people, TWO)
}

/** Where the processes run, in words. */
export function coresSentence(pinned: boolean, serverCores: number): string {
  if (!pinned) return 'NOT pinned to cores'
  return serverCores >= 2
    ? 'each process on a core of its own, PostgreSQL and load on core 1'
    : 'too few cores for two: the processes run on any, PostgreSQL and load on core 1, so two can be no faster than what those leave'
}

/** One row for each operation: what two processes make of one. */
export function processTable(results: readonly TrialResult[]): string {
  const rows = results.map((result) => {
    const [one, two] = [speedsOf(result, ONE), speedsOf(result, TWO)]
    const speeds = [one, two].map((speeds) => spread(spreadOf(speeds)))
    const { operation, connections } = result
    return [`${operation} at ${connections}`, ...speeds, spread(spreadOf(ratios(two, one)), 'x')]
  })
  const heads = ['operation, connections', '1 process, requests/s', '2 processes, requests/s', '2 against 1']
  return table(heads, rows)
}
