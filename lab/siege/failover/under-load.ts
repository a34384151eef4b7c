import { setTimeout as wait } from 'node:timers/promises'
import { until } from '../../kit/until.ts'
import { checkLedger } from '../kills/check-ledger.ts'
import { openLedger } from '../kills/ledger.ts'
import { prepareOperations, type Round } from '../kills/operations.ts'
import type { Siege } from '../stage.ts'
import { type Deployment, SUBJECTS } from '../targets/deployment.ts'
import { prepareLoad, type Seen } from './load.ts'

/** Something that happens to the database servers. */
export interface LoadedEvent<Health> {
  readonly what: string
  /** Resolves when it is over, with the time at which writes were possible again, if they were not meanwhile. */
  run(health: Health): Promise<number | undefined>
}

/** Database servers, what happens to them, and the services that use them. */
export interface Trial<Health> {
  readonly deployment: Deployment
  readonly events: readonly LoadedEvent<Health>[]
  /** Waits until every server is well, and says how they are. */
  healthy(): Promise<Health>
  /** The claim about the time until each process acknowledges writes again, and the most milliseconds of it. */
  readonly back: { readonly claim: string; readonly most: number }
}

const LONGEST_LEAD_MILLISECONDS = 900
const ROTATING_MILLISECONDS = 1_000

/** What all events together showed. */
interface Tally {
  readonly faults: string[]
  readonly thefts: string[]
  readonly registered: string[]
  readonly back: { readonly what: string; readonly milliseconds: number }[]
  acknowledged: number
  unanswered: number
  repeated: number
  looks: number
}

/** Lets the events happen one after the other under a mixed load, and judges the claims. */
export async function runUnderLoad<Health>(siege: Siege, trial: Trial<Health>): Promise<void> {
  const { events } = trial
  const tally: Tally = {
    ...{ faults: [], thefts: [], registered: [], back: [] },
    ...{ acknowledged: 0, unanswered: 0, repeated: 0, looks: 0 },
  }
  for (const [index, event] of events.entries()) {
    const before = tally.acknowledged
    siege.say(`${index + 1} of ${events.length}: ${event.what}`)
    await runEvent(event, { ...trial, siege, tally })
    siege.say(`${index + 1} of ${events.length}: ${tally.acknowledged - before} acknowledged`)
  }
  await judge(siege, trial, tally)
}

interface Course<Health> extends Trial<Health> {
  readonly siege: Siege
  readonly tally: Tally
}

async function runEvent<Health>(
  event: LoadedEvent<Health>,
  { siege, deployment, healthy, tally }: Course<Health>,
): Promise<void> {
  const health = await healthy()
  const round: Round = {
    deployment,
    ledger: openLedger(),
    registered: tally.registered,
    faults: [],
    isKilled: false,
  }
  const seen: Seen = {
    acknowledgedAt: deployment.processes.map(() => []),
    repeated: 0,
    looks: 0,
    isOver: false,
  }
  const operations = await prepareOperations(round)
  const load = (await prepareLoad(round, seen))()
  const theftsBefore = await countThefts(deployment)
  // A durable commit: now the codes before it are on the standby, too (decision 13).
  await deployment.newCitizen()
  const running = operations.map((operation) => operation())
  await wait(Math.random() * LONGEST_LEAD_MILLISECONDS)
  // The rotations of the mixed load have no pause: a second of them is enough.
  const rotations = wait(ROTATING_MILLISECONDS).then(() => (round.isKilled = true))
  const possibleAt = await event.run(health)
  await healthy()
  if (possibleAt !== undefined)
    await until(
      'each process acknowledges writes again',
      () => round.faults.length > 0 || backAfter(possibleAt, seen) < Infinity || undefined,
    )
  seen.isOver = true
  await Promise.all([load, rotations])
  tally.unanswered += (await Promise.all(running)).filter((end) => end === 'unanswered').length
  const thefts = (await countThefts(deployment)) - theftsBefore
  if (thefts > 0) tally.thefts.push(`${event.what}: ${thefts} events of theft`)
  if (possibleAt !== undefined)
    tally.back.push({ what: event.what, milliseconds: backAfter(possibleAt, seen) })
  await checkLedger(round)
  if (round.faults.length > 0) for (const line of errorsOf(deployment)) siege.say(line)
  for (const fault of round.faults) {
    siege.say(fault)
    tally.faults.push(`${event.what}: ${fault}`)
  }
  tally.acknowledged += round.ledger.acknowledged
  tally.repeated += seen.repeated
  tally.looks += seen.looks
}

const MOST_ERRORS = 5

/** The last errors in the logs of the processes, except outages. They explain an answer of 500. */
function errorsOf({ processes }: Deployment): readonly string[] {
  return processes.flatMap((process) =>
    process
      .output()
      .split('\n')
      .filter((line) => line.includes('"log.level":"error"') && !line.includes('"message":"unavailable"'))
      .slice(-MOST_ERRORS),
  )
}

/** From when writes were possible to the first acknowledged write of the process that took longest. */
function backAfter(possibleAt: number, { acknowledgedAt }: Seen): number {
  const firsts = acknowledgedAt.map((times) => times.find((at) => at >= possibleAt) ?? Infinity)
  return Math.round(Math.max(...firsts) - possibleAt)
}

async function countThefts({ database }: Deployment): Promise<number> {
  const found = await database.db.query<{ count: number }>`
    select count(*)::int as count from audit_events where name in ('refresh-token-reused', 'code-replayed')`
  return found[0]?.count ?? 0
}

async function judge<Health>(
  siege: Siege,
  { deployment: { mail, outboxEmpty }, events, back }: Trial<Health>,
  tally: Tally,
): Promise<void> {
  const kinds = Object.entries(Object.groupBy(events, ({ what }) => what))
  for (const [what, same] of kinds) siege.measure(`event: ${what}`, `${same?.length ?? 0} times`)
  const { acknowledged, unanswered, repeated, looks } = tally
  siege.judge(
    'no acknowledged effect is lost, and nothing is used twice',
    tally.faults,
    `${events.length} events, ${acknowledged} effects acknowledged, ${unanswered} operations never answered, or 503; ${looks} looks at revoked tokens`,
  )
  siege.judge(
    'the audit calls no outage a theft: a refresh that is repeated with its key gets its answer',
    tally.thefts,
    `${repeated} refreshes answered 503 and sent again`,
  )
  const sorted = tally.back.map(({ milliseconds }) => milliseconds).sort((one, other) => one - other)
  const late = tally.back.filter(({ milliseconds }) => milliseconds > back.most)
  siege.judge(
    back.claim,
    late.map(({ what, milliseconds }) => `${what}: ${milliseconds} ms`),
    `${sorted.length} times, median ${sorted[Math.floor(sorted.length / 2)]} ms, at most ${sorted.at(-1)} ms`,
  )
  await outboxEmpty()
  const missing = tally.registered.filter((email) => mail.mailsTo(email, SUBJECTS.register).length === 0)
  siege.judge(
    'every registration that was answered 202 gets its mail',
    missing.map((email) => `${email} got none`),
    `${tally.registered.length} registrations`,
  )
}
