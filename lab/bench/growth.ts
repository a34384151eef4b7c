import { spread, table } from '../kit/markdown.ts'
import { ratios, spreadOf } from '../kit/statistics.ts'
import { grownPortico, nameOfSize } from './candidates/grown-portico.ts'
import { runTrials, type TrialResult } from './measure/rounds.ts'
import type { Options } from './options.ts'
import { headOf, publishReport, runFigures } from './report/results.ts'
import { speedsOf } from './report/tables.ts'
import type { Testbed } from './testbed.ts'

const TRIALS = (['introspection', 'authorize', 'refresh'] as const).map((operation) => ({
  operation,
  connections: 32,
}))

/** "Flat" means that with the most rows at most this part of the rate is lost. */
const MOST_LOST = 0.15

/** Measures Portico on databases of different sizes side by side, and reports whether the rate is flat. */
export async function growth(testbed: Testbed, options: Options): Promise<void> {
  const { sizes, pace, only } = options
  const candidates = []
  for (const size of sizes) candidates.push(await grownPortico(testbed, size))
  const trials = await runTrials(testbed, candidates, { trials: TRIALS, pace, only })
  const figures = runFigures(testbed, pace)
  const report = `${headOf(figures)}\n\n${growthTable(trials, sizes.map(nameOfSize))}\n`
  publishReport(options, report, { ...figures, sizes, trials })
}

/** One row for each operation and size: its rate, and the ratio to the smallest size. */
export function growthTable(results: readonly TrialResult[], names: readonly string[]): string {
  const [smallest = ''] = names
  const rows = results.flatMap((result) =>
    names.map((name) => {
      const speeds = speedsOf(result, name)
      const ratio = spreadOf(ratios(speeds, speedsOf(result, smallest)))
      const verdict = ratio === undefined ? 'n/a' : ratio.median >= 1 - MOST_LOST ? 'flat' : 'SLOWER'
      return [result.operation, name, spread(spreadOf(speeds)), spread(ratio, 'x'), verdict]
    }),
  )
  return table(
    ['operation', 'rows', 'requests/s', `against ${smallest}`, `within ${MOST_LOST * 100} %`],
    rows,
  )
}
