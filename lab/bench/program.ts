import { gzipSync } from 'node:zlib'
import { bundle } from '../../packages/app/testing/bundle.ts'
import {
  DUE,
  type GuardedProgram,
  guardedContestants,
  shotOf,
  startGuardedProgram,
} from './contestants/program/guarded-program.ts'
import { GUARDED_PATH } from './contestants/program/program-settings.ts'
import { runTrial } from './measure/rounds.ts'
import { introspectionsAnswered } from './measure/service-metrics.ts'
import type { Options } from './options.ts'
import { type CheckCount, type ProgramResults, programReport } from './report/program-report.ts'
import { describeMachine, publishReport } from './report/results.ts'
import type { Stage } from './stage.ts'

/** Sessions that a slice of due checks goes through: each finds its check due once. */
const SESSIONS = { full: 2048, quick: 256 } as const

/** 10,000 requests of 100 sessions within a minute. */
const COUNTED = { sessions: 100, requests: 10_000, seconds: 60, isScaled: false } as const

/** The same ten times as fast for `--quick`, with a program that asks ten times as often. */
const COUNTED_QUICKLY = { sessions: 100, requests: 1_000, seconds: 6, isScaled: true } as const
const QUICK_VALIDITY = { softMs: 2_500, ceilingMs: 3_000 } as const

/** Measures what guarding a route costs a program, and how often its checks ask the identity service. */
export async function program(stage: Stage, options: Options): Promise<void> {
  const { quick, people, pace } = options
  const guarded = await startGuardedProgram(stage, {
    people,
    sessions: quick ? SESSIONS.quick : SESSIONS.full,
    ...(quick ? { validity: QUICK_VALIDITY } : {}),
  })
  const checks = await countChecks(stage, guarded, quick ? COUNTED_QUICKLY : COUNTED)
  const before = await introspectionsAnswered(guarded.metricsPort)
  const contestants = guardedContestants(guarded)
  const trial = await runTrial(
    stage,
    { contestants },
    { trial: { operation: 'guarded-route', connections: 32 }, pace },
  )
  const asked = (await introspectionsAnswered(guarded.metricsPort)) - before
  const due = ((trial.slices[DUE] ?? []).length + 1) * guarded.sessions.length
  // More can be right: a check that was begun ahead of its time, or asked again. Fewer means that one was left out.
  if (asked < due)
    throw new Error(
      `${due} requests found their check due, and the identity service was asked ${asked} times`,
    )
  const results: ProgramResults = {
    at: new Date().toISOString(),
    machine: describeMachine(stage),
    pace,
    trial,
    checks,
    due: { requests: due, introspections: asked },
    appBytesGzipped: gzipSync(await bundle()).length,
  }
  publishReport(options, programReport(results), results)
}

/** Sends requests of so many sessions at an even pace, and counts at the identity service what they cause there. */
async function countChecks(
  stage: Stage,
  { server, sessions, metricsPort, checkedAgo }: GuardedProgram,
  { sessions: count, requests, seconds, isScaled }: typeof COUNTED | typeof COUNTED_QUICKLY,
): Promise<CheckCount> {
  const shots = sessions.slice(0, count).map((session) => shotOf(server.port, GUARDED_PATH, session))
  stage.say(`${requests} requests of ${count} sessions in ${seconds} s, by the machine's own clock`)
  await checkedAgo(0)
  const before = await introspectionsAnswered(metricsPort)
  const load = { kind: 'cycle', shots } as const
  const perSecond = requests / seconds
  const { answers } = await stage.loader.prepare({
    ...{ ports: [server.port], connections: 16, seconds, load, perSecond },
  })
  const introspections = (await introspectionsAnswered(metricsPort)) - before
  return { sessions: count, requests: answers, seconds, introspections, isScaled }
}
