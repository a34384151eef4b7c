import {
  DUE,
  GUARDED_PATH,
  type GuardedProgram,
  guardedCandidates,
  routeRequest,
  startGuardedProgram,
} from './candidates/program/guarded-program.ts'
import { runTrials } from './measure/rounds.ts'
import { introspectionsAnswered } from './measure/service-metrics.ts'
import type { Options } from './options.ts'
import { type CheckCount, type ProgramResults, programReport } from './report/program-report.ts'
import { publishReport, runFigures } from './report/results.ts'
import type { Testbed } from './testbed.ts'

/** The number of sessions of a slice with due checks: each finds its check due once. */
const SESSIONS = { full: 2048, quick: 256 } as const

/** 10,000 requests of 100 sessions within a minute. */
const COUNTED = { sessions: 100, requests: 10_000, seconds: 60 }

const TRIAL = { operation: 'guarded-route', connections: 32 } as const

/** Measures what guarding a route costs a program, and how many introspections its checks cause. */
export async function program(testbed: Testbed, options: Options): Promise<void> {
  const { quick, people, pace } = options
  const guarded = await startGuardedProgram(testbed, {
    people,
    sessions: quick ? SESSIONS.quick : SESSIONS.full,
  })
  const checks = await countChecks(testbed, guarded)
  const before = await introspectionsAnswered(guarded.metricsPort)
  const candidates = guardedCandidates(guarded)
  const [trial] = await runTrials(testbed, candidates, { trials: [TRIAL], pace, only: undefined })
  if (!trial) throw new Error('Nothing was measured')
  const introspections = (await introspectionsAnswered(guarded.metricsPort)) - before
  const requests = ((trial.slices[DUE] ?? []).length + 1) * guarded.sessions.length
  // More is possible: a check may begin early, or be repeated. Fewer means that a check was missing.
  if (introspections < requests)
    throw new Error(
      `${requests} requests found their check due, and the identity service was asked ${introspections} times`,
    )
  const results: ProgramResults = {
    ...runFigures(testbed, pace),
    ...{ trial, checks, due: { requests, introspections } },
  }
  publishReport(options, programReport(results), results)
}

/** Sends requests of this many sessions at an even rate, and counts the introspections at the identity service. */
async function countChecks(
  { say, loader }: Testbed,
  { server, sessions, metricsPort, checkedAgo }: GuardedProgram,
): Promise<CheckCount> {
  const { seconds, requests } = COUNTED
  const asking = sessions.slice(0, COUNTED.sessions).map((session) => routeRequest(GUARDED_PATH, session))
  say(`${requests} requests of ${COUNTED.sessions} sessions in ${seconds} s, by the machine's own clock`)
  await checkedAgo(0)
  const before = await introspectionsAnswered(metricsPort)
  const { answers } = await loader.runFaultless({
    ...{ port: server.port, connections: 16, seconds, perSecond: requests / seconds },
    load: { kind: 'cycle', requests: asking },
  })
  const introspections = (await introspectionsAnswered(metricsPort)) - before
  return { ...COUNTED, requests: answers, introspections }
}
