import { createDatabase } from '../kit/postgres-server.ts'
import { PORTICO, porticoCandidate, startPortico } from './candidates/portico.ts'
import { runTrials } from './measure/rounds.ts'
import type { Options } from './options.ts'
import { headOf, publishReport, runFigures } from './report/results.ts'
import { ratioTable, sliceTable } from './report/tables.ts'
import type { Testbed } from './testbed.ts'

const ONE = `${PORTICO}, 1 process`
const TWO = `${PORTICO}, 2 processes`

const TRIALS = (['introspection', 'authorize', 'refresh'] as const).map((operation) => ({
  ...{ operation, connections: 64 },
}))

/** Measures one and two processes of Portico side by side; the two share a database, and connections take them in turn. */
export async function processes(testbed: Testbed, options: Options): Promise<void> {
  const { pace, people, only } = options
  const candidates = [await startTogether(testbed, 1, people), await startTogether(testbed, 2, people)]
  const trials = await runTrials(testbed, candidates, { trials: TRIALS, pace, only })
  const figures = runFigures(testbed, pace)
  const cores = testbed.pinning.pinned
    ? { cores: 'the processes on any core, PostgreSQL and load on core 1' }
    : {}
  const head = headOf({ ...figures, ...cores })
  publishReport(options, `${[head, ratioTable(trials, TWO), sliceTable(trials)].join('\n\n')}\n`, {
    ...figures,
    trials,
  })
}

async function startTogether(testbed: Testbed, count: 1 | 2, people: number) {
  const database = await createDatabase(testbed.postgres, `portico_processes_${count}`)
  const start = (publicPort?: number) =>
    startPortico(testbed, database, {
      name: `portico-of-${count}`,
      onCore: testbed.pinning.onAnyCore,
      ...(publicPort !== undefined && { publicPort }),
    })
  const first = await start()
  if (count === 1) return porticoCandidate([first], people, ONE)
  return porticoCandidate([first, await start(first.port)], people, TWO)
}
