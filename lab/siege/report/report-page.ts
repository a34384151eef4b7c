import { placeBetween, table, textBetween } from '../../kit/markdown.ts'

/** The result of a claim. `measured`: a figure without a claim. `skipped`: it could not be tried here. */
export type Verdict = 'held' | 'broken' | 'measured' | 'skipped'

/** A claim and its result. */
export interface Row {
  readonly stage: string
  readonly claim: string
  readonly verdict: Verdict
  readonly seen: string
}

const SEEN = ['Stage', 'Claim', 'Result', 'Seen']

/** The rows as a Markdown table. */
export function tableOf(rows: readonly Row[]): string {
  const cells = rows.map(({ stage, claim, verdict, seen }) =>
    [stage, claim, verdict === 'broken' ? '**broken**' : verdict, seen].map((text) =>
      text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').trim(),
    ),
  )
  return table(SEEN, cells)
}

/** The results of a run, for the page. */
export interface Run {
  /** Every stage in its order, and the day (`2026-03-01`) if this run tried it. */
  readonly stages: readonly {
    readonly name: string
    readonly about: string
    readonly day: string | undefined
  }[]
  readonly rows: readonly Row[]
  readonly machine: string
}

/** Puts the results of a run into the page. The rows of other stages stay. */
export function placeRun(page: string, { stages, rows, machine }: Run): string {
  const kept = (section: string, stage: string) =>
    textBetween(page, section)
      .split('\n')
      .filter((line) => line.startsWith(`| ${stage} |`))
  const linesOf = (whole: string) => whole.split('\n').slice(2)
  const tried = stages.flatMap(({ name, about, day }) => {
    const [old = `| ${name} | ${about} | not yet |`] = kept('siege:stages', name)
    return day === undefined ? [old] : [`| ${name} | ${about} | ${day} |`]
  })
  const seen = stages.flatMap(({ name, day }) =>
    day === undefined
      ? kept('siege:seen', name)
      : linesOf(tableOf(rows.filter(({ stage }) => stage === name))),
  )
  const stageTable = [table(['Stage', 'What happens', 'Last run'], []), ...tried].join('\n')
  const seenTable = [`${machine}.\n`, table(SEEN, []), ...seen].join('\n')
  return placeBetween(placeBetween(page, 'siege:stages', stageTable), 'siege:seen', seenTable)
}
