import { PORTICO, porticoContestant, startPortico } from './contestants/portico.ts'
import { runTrial, type Trial, type TrialResult } from './measure/rounds.ts'
import { ratios, spreadOf } from './measure/statistics.ts'
import type { Options } from './options.ts'
import { spread } from './report/figures.ts'
import { describeMachine, headOf, publishReport } from './report/results.ts'
import { sliceTable, table } from './report/table.ts'
import { createDatabase, type Stage } from './stage.ts'

const ONE = `${PORTICO}, 1 process`
const TWO = `${PORTICO}, 2 processes`

const TRIALS: readonly Trial[] = [
  { operation: 'introspection', connections: 64 },
  { operation: 'authorize', connections: 64 },
  { operation: 'refresh', connections: 64 },
]

/** Measures one and two processes of Portico side by side; the two share a database, and connections take them in turn. */
export async function processes(stage: Stage, options: Options): Promise<void> {
  const { pace, people, only } = options
  const contestants = [await startTogether(stage, ONE, 1, people), await startTogether(stage, TWO, 2, people)]
  // `wrk` asks one server only, and both must be asked by the same.
  const ownLoad = { ...stage, wrk: false }
  const results: TrialResult[] = []
  for (const trial of TRIALS.filter(({ operation }) => only === undefined || only.includes(operation)))
    results.push(await runTrial(ownLoad, { contestants }, { trial, pace }))
  const { pinned, serverCores } = stage.pinning
  const figures = { at: new Date().toISOString(), machine: describeMachine(stage), pace }
  const parts = [
    headOf({ ...figures, cores: coresSentence(pinned, serverCores) }),
    processTable(results),
    sliceTable(results),
  ]
  publishReport(options, `${parts.join('\n\n')}\n`, { ...figures, trials: results })
}

async function startTogether(stage: Stage, name: string, count: number, people: number) {
  const databaseUrl = await createDatabase(stage, `portico_processes_${count}`)
  const first = await startPortico(stage, databaseUrl, {
    name: `portico-${count}-0`,
    onCore: stage.pinning.onCoreOf(0, 2),
  })
  const started = [first]
  for (let place = 1; place < count; place += 1)
    started.push(
      await startPortico(stage, databaseUrl, {
        name: `portico-${count}-${place}`,
        publicPort: first.port,
        onCore: stage.pinning.onCoreOf(place, 2),
      }),
    )
  return porticoContestant(stage, started, { databaseUrl, people }, name)
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
  const rows = results.map(({ operation, connections, slices }) => {
    const [one, two] = [ONE, TWO].map((name) => (slices[name] ?? []).map(({ perSecond }) => perSecond))
    const ratio = spreadOf(ratios(two ?? [], one ?? []))
    return [
      `${operation} at ${connections}`,
      spread(spreadOf(one ?? [])),
      spread(spreadOf(two ?? [])),
      spread(ratio, 'x'),
    ]
  })
  return table(
    ['operation, connections', '1 process, requests/s', '2 processes, requests/s', '2 against 1'],
    rows,
  )
}
