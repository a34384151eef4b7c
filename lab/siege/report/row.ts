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
  const lines = rows.map(({ stage, claim, verdict, seen }) =>
    [stage, claim, verdict === 'broken' ? '**broken**' : verdict, seen].map(cell).join(' | '),
  )
  return [
    '| Stage | Claim | Result | Seen |',
    '|---|---|---|---|',
    ...lines.map((line) => `| ${line} |`),
  ].join('\n')
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').trim()
}
