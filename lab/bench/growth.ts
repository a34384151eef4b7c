import { grownPortico, nameOfSize } from './contestants/grown-portico.ts'
import { runTrial, type Trial, type TrialResult } from './measure/rounds.ts'
import { ratios, spreadOf } from './measure/statistics.ts'
import type { Options } from './options.ts'
import { spread } from './report/figures.ts'
import { describeMachine, headOf, publishReport } from './report/results.ts'
import { table } from './report/table.ts'
import type { Stage } from './stage.ts'

const TRIALS: readonly Trial[] = [
  { operation: 'introspection', connections: 32 },
  { operation: 'authorize', connections: 32 },
  { operation: 'refresh', connections: 32 },
]

/** Flat means: with the most rows no more than this part of the speed is lost. */
const MOST_LOST = 0.15

/** Measures Portico on databases of growing size side by side, and says whether it stays flat. */
export async function growth(stage: Stage, options: Options): Promise<void> {
  const { sizes, pace, only } = options
  const contestants = []
  for (const size of sizes) contestants.push(await grownPortico(stage, size))
  const results: TrialResult[] = []
  for (const trial of TRIALS.filter(({ operation }) => only === undefined || only.includes(operation)))
    results.push(await runTrial(stage, { contestants }, { trial, pace }))
  const names = sizes.map(nameOfSize)
  const figures = { at: new Date().toISOString(), machine: describeMachine(stage), pace }
  const report = `${headOf(figures)}\n\n${growthTable(results, names)}\n`
  publishReport(options, report, { ...figures, sizes, trials: results })
}

/** One row for each operation and size: its speed, and how it stands to the smallest. */
export function growthTable(results: readonly TrialResult[], names: readonly string[]): string {
  const [smallest = ''] = names
  const rows = results.flatMap(({ operation, slices }) =>
    names.map((name) => {
      const speeds = (slices[name] ?? []).map(({ perSecond }) => perSecond)
      const ratio = spreadOf(
        ratios(
          speeds,
          (slices[smallest] ?? []).map(({ perSecond }) => perSecond),
        ),
      )
      const verdict = ratio === undefined ? 'n/a' : ratio.median >= 1 - MOST_LOST ? 'flat' : 'SLOWER'
      return [operation, name, spread(spreadOf(speeds)), spread(ratio, 'x'), verdict]
    }),
  )
  return table(
    ['operation', 'rows', 'requests/s', `against ${smallest}`, `within ${MOST_LOST * 100} %`],
    rows,
  )
}
