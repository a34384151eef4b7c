import { table } from '../../kit/markdown.ts'

/** How a claim came out. `measured`: a figure without a judgement. `skipped`: it could not be tried here. */
export type Verdict = 'held' | 'broken' | 'measured' | 'skipped'

/** One line of the report: what was claimed, and what was seen. */
export interface Row {
  readonly stage: string
  readonly claim: string
  readonly verdict: Verdict
  readonly seen: string
}

/** The report as a Markdown table. */
export function tableOf(rows: readonly Row[]): string {
  const cells = rows.map(({ stage, claim, verdict, seen }) =>
    [stage, claim, verdict === 'broken' ? '**broken**' : verdict, seen].map(cell),
  )
  return table(['Stage', 'Claim', 'Result', 'Seen'], cells)
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').trim()
}
