import { count, spread, table } from '../../kit/markdown.ts'
import { ratios, spreadOf } from '../../kit/statistics.ts'
import { DUE, FRESH, GATE, OPEN } from '../candidates/program/guarded-program.ts'
import { OAUTH2_PROXY } from '../candidates/program/oauth2-proxy.ts'
import type { TrialResult } from '../measure/rounds.ts'
import { headOf, type RunFigures } from './results.ts'
import { ratioTable as costTable, sliceTable, speedsOf } from './tables.ts'

/** Requests, and the introspections that they caused. */
export interface CheckCount {
  readonly sessions: number
  readonly requests: number
  readonly seconds: number
  readonly introspections: number
}

/** All results of a run with the program side. */
export interface ProgramResults extends RunFigures {
  readonly trial: TrialResult
  readonly checks: CheckCount
  /** The requests that found their check due, with the warm-up, and the introspections meanwhile. */
  readonly due: { readonly requests: number; readonly introspections: number }
}

const CORES = 'the program on core 0, Portico, PostgreSQL and load on core 1'

/** Two for each session in a minute. */
const CHECKS_PER_SESSION = 2

/** The most introspections: two for each session, and one more, because the minute may begin within the 25 seconds. */
export function mostIntrospections({ sessions }: Pick<CheckCount, 'sessions'>): number {
  return (CHECKS_PER_SESSION + 1) * sessions
}

/** The report in Markdown. */
export function programReport(results: ProgramResults): string {
  const { trial, checks, due } = results
  const parts = [
    headOf({ ...results, cores: CORES }),
    ratioTable(trial),
    costTable([trial], GATE),
    sliceTable([trial]),
    `${count(due.requests)} requests found their check due; the identity service counted ${count(due.introspections)} introspections meanwhile.`,
    checksSentence(checks),
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

function ratioTable(trial: TrialResult): string {
  const rows = [OPEN, FRESH, DUE, GATE, OAUTH2_PROXY]
    .filter((name) => name in trial.slices)
    .map((name) => {
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
