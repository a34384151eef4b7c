import { count, spread, table } from '../../kit/markdown.ts'
import { ratios, spreadOf } from '../../kit/statistics.ts'
import { DUE, FRESH, OPEN } from '../candidates/program/guarded-program.ts'
import type { TrialResult } from '../measure/rounds.ts'
import { headOf, type RunFigures } from './results.ts'
import { sliceTable, speedsOf } from './tables.ts'

/** What the requests of a while asked of the identity service. */
export interface CheckCount {
  readonly sessions: number
  readonly requests: number
  readonly seconds: number
  readonly introspections: number
}

/** Everything that a run at the program side measured. */
export interface ProgramResults extends RunFigures {
  readonly trial: TrialResult
  readonly checks: CheckCount
  /** Requests that found their check due, warm-up and all, and what the identity service was asked meanwhile. */
  readonly due: { readonly requests: number; readonly introspections: number }
}

const CORES = 'the program on core 0, Portico, PostgreSQL and load on core 1'

/** Two for each session in a minute. */
const CHECKS_PER_SESSION = 2

/** The most that may be asked: two for each session, and a round for where the minute begins within the 25 seconds. */
export function mostIntrospections({ sessions }: Pick<CheckCount, 'sessions'>): number {
  return (CHECKS_PER_SESSION + 1) * sessions
}

/** The report in Markdown. */
export function programReport(results: ProgramResults): string {
  const { trial, checks, due } = results
  const parts = [
    headOf({ ...results, cores: CORES }),
    ratioTable(trial),
    sliceTable([trial]),
    `${count(due.requests)} requests found their check due; the identity service counted ${count(due.introspections)} introspections meanwhile.`,
    checksSentence(checks),
  ]
  return `${parts.join('\n\n')}\n`
}

function ratioTable(trial: TrialResult): string {
  const rows = [OPEN, FRESH, DUE].map((name) => {
    const speeds = speedsOf(trial, name)
    return [name, spread(spreadOf(speeds)), spread(spreadOf(ratios(speeds, speedsOf(trial, OPEN))), 'x')]
  })
  return table(['the same route', 'requests/s: median (min to max)', `against ${OPEN}`], rows)
}

function checksSentence(checks: CheckCount): string {
  const { sessions, requests, seconds, introspections } = checks
  const most = mostIntrospections(checks)
  const verdict = introspections <= most ? `not more than ${most}` : `MORE THAN ${most}`
  return `${count(requests)} requests of ${sessions} sessions in ${seconds} s (the machine's own clock) asked the identity service ${introspections} times, counted there: ${verdict}.`
}
