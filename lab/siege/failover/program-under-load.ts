import { until } from '../../../journeys/kit/until.ts'
import type { Siege } from '../stage.ts'
import type { Deployment } from '../targets/deployment.ts'
import type { Permits } from '../targets/permits.ts'
import { checkProgram } from './check-program.ts'
import type { PatroniCluster } from './cluster.ts'
import type { ClusterEvent } from './events.ts'
import { openProgramRound, type ProgramRound, prepareProgramLoad } from './program-load.ts'

/** A program, and the servers of its database. */
export interface ProgramTrial {
  readonly siege: Siege
  readonly cluster: PatroniCluster
  readonly deployment: Deployment
  readonly permits: Permits
}

/** What all events together showed. */
interface Tally {
  readonly faults: string[]
  readonly thefts: string[]
  /** Milliseconds from a promotion until each process acknowledged a rotation. */
  readonly back: number[]
  acknowledged: number
  repeated: number
  longestMilliseconds: number
}

/** Lets the events happen one after the other under a mixed load, and judges the claims. */
export async function runProgramUnderLoad(
  trial: ProgramTrial,
  events: readonly ClusterEvent[],
): Promise<void> {
  const { siege } = trial
  const tally: Tally = {
    ...{ faults: [], thefts: [], back: [] },
    ...{ acknowledged: 0, repeated: 0, longestMilliseconds: 0 },
  }
  for (const [index, event] of events.entries()) {
    siege.say(`${index + 1} of ${events.length}: ${event.what}`)
    const { acknowledged } = await runEvent(trial, event, tally)
    siege.say(`${index + 1} of ${events.length}: ${acknowledged} acknowledged`)
  }
  judge(siege, tally, events)
}

async function runEvent(
  { siege, cluster, deployment, permits }: ProgramTrial,
  { what, run }: ClusterEvent,
  tally: Tally,
): Promise<{ readonly acknowledged: number }> {
  const leader = await cluster.healthy()
  const round = openProgramRound(deployment, permits)
  const load = (await prepareProgramLoad(round))()
  const theftsBefore = countThefts(permits)
  const back = await run(cluster, leader)
  await cluster.healthy()
  await back?.plainWrites?.stop(Infinity)
  await acknowledgeAgain(round)
  round.isOver = true
  await load
  if (back) tally.back.push(firstAfter(round, back.at))
  const thefts = countThefts(permits) - theftsBefore
  if (thefts > 0) tally.thefts.push(`${what}: ${thefts} events of theft`)
  const { acknowledged } = round.ledger
  await checkProgram(round)
  for (const fault of round.faults) {
    siege.say(fault)
    tally.faults.push(`${what}: ${fault}`)
  }
  tally.acknowledged += acknowledged
  tally.repeated += round.repeated
  tally.longestMilliseconds = Math.max(tally.longestMilliseconds, round.longestMilliseconds)
  return { acknowledged }
}

/** Waits until each process has acknowledged a rotation from now on. */
async function acknowledgeAgain(round: ProgramRound): Promise<void> {
  const since = performance.now()
  await until(
    'each process of the program acknowledges a rotation',
    () => round.faults.length > 0 || firstAfter(round, since) < Infinity || undefined,
  )
}

/** The milliseconds until each process acknowledged a rotation. */
function firstAfter({ acknowledgedAt }: ProgramRound, at: number): number {
  const firsts = acknowledgedAt.map((times) => times.find((each) => each >= at) ?? Infinity)
  return Math.round(Math.max(...firsts) - at)
}

function countThefts(permits: Permits): number {
  return permits.output().split('portico.refresh_reuse').length - 1
}

function judge(siege: Siege, tally: Tally, events: readonly ClusterEvent[]): void {
  const { faults, thefts, acknowledged, repeated, longestMilliseconds } = tally
  const kinds = Object.entries(Object.groupBy(events, ({ what }) => what))
  for (const [what, same] of kinds) siege.measure(`event: ${what}`, `${same?.length ?? 0} times`)
  siege.judge(
    'no acknowledged effect of a program is lost when its database fails over, and nothing is used twice',
    faults,
    `${events.length} events, ${acknowledged} effects acknowledged`,
  )
  siege.judge(
    'the program calls no outage of its database a theft',
    thefts,
    `${repeated} requests answered 503 and sent again`,
  )
  const back = tally.back.toSorted((one, other) => one - other)
  siege.measure(
    'from the promotion until each process of the program acknowledges a rotation',
    `${back.length} times, median ${back[Math.floor(back.length / 2)]} ms, at most ${back.at(-1)} ms`,
  )
  siege.measure('the longest time until the program answered', `${Math.round(longestMilliseconds)} ms`)
}
