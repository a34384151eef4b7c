import { setTimeout as wait } from 'node:timers/promises'
import { until } from '../../../journeys/kit/until.ts'
import { LEASE_MILLISECONDS } from '../../../packages/identity/src/platform/postgres/server-lease.ts'
import { checkLedger } from '../kills/check-ledger.ts'
import { openLedger } from '../kills/ledger.ts'
import { prepareOperations, type Round } from '../kills/operations.ts'
import type { Siege } from '../stage.ts'
import { type Deployment, SUBJECTS } from '../targets/deployment.ts'
import { prepareLoad, type Seen } from './load.ts'
import type { PlainWrites } from './plain-writes.ts'

/** Something that happens to the database servers. */
export interface LoadedEvent<Health> {
  readonly what: string
  /** Resolves when it is over, with what is known of the return of writes, if they were not possible meanwhile. */
  run(health: Health): Promise<Return | undefined>
}

/** How writes came back. Times are those of `performance.now()`. */
export interface Return {
  /** From when the claim counts. */
  readonly at: number
  /** Writes to the new primary since then. They tell an outage of the servers from one of Portico. */
  readonly plainWrites?: PlainWrites
}

/** Database servers, what happens to them, and the services that use them. */
export interface Trial<Health> {
  readonly deployment: Deployment
  readonly events: readonly LoadedEvent<Health>[]
  /** Waits until every server is well, and says how they are. */
  healthy(): Promise<Health>
  /**
   * The claim about the time until each process acknowledges writes again, and the most milliseconds of it. Where the servers
   * themselves confirm writes later, it is the most milliseconds after that.
   */
  readonly back: { readonly claim: string; readonly most: number; readonly mostAfterPlain?: number }
}

const LONGEST_LEAD_MILLISECONDS = 900
const ROTATING_MILLISECONDS = 1_000

/** How long writes stayed away after one event, in milliseconds. */
interface Back {
  readonly what: string
  readonly milliseconds: number
  /** The same for plain writes. */
  readonly plain: number | undefined
}

/** What all events together showed. */
interface Tally {
  readonly faults: string[]
  readonly thefts: string[]
  readonly registered: string[]
  readonly back: Back[]
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
    words: [],
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
  const back = await event.run(health)
  await healthy()
  if (back)
    await until(
      'each process acknowledges writes again',
      () => round.faults.length > 0 || Math.max(...firstAfter(back, seen)) < Infinity || undefined,
    )
  seen.isOver = true
  await Promise.all([load, rotations])
  tally.unanswered += (await Promise.all(running)).filter((end) => end === 'unanswered').length
  const thefts = (await countThefts(deployment)) - theftsBefore
  if (thefts > 0) tally.thefts.push(`${event.what}: ${thefts} events of theft`)
  if (back) tally.back.push(await measureBack(back, { siege, seen, what: event.what }))
  round.faults.push(...wordsBeyondLease(seen, back))
  if (seen.words.length > 0) siege.say(`${seen.words.length} wrong answers in all`)
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

/** A promotion is seen so much later than it happened, at most. */
const SEEN_LATER_MILLISECONDS = 1_000

/** The wrong answers that were not right after a promotion, when a process may still have its lease. */
function wordsBeyondLease({ words }: Seen, back: Return | undefined): readonly string[] {
  const since = (sentAt: number) => Math.round(sentAt - (back?.at ?? Infinity))
  return words
    .filter(({ sentAt }) => since(sentAt) < -SEEN_LATER_MILLISECONDS || since(sentAt) > LEASE_MILLISECONDS)
    .map(({ sentAt, what }) => `${what}, ${since(sentAt)} ms after the promotion`)
}

/** The milliseconds until each process acknowledged a write. */
function firstAfter({ at }: Return, { acknowledgedAt }: Seen): readonly number[] {
  return acknowledgedAt.map((times) => Math.round((times.find((each) => each >= at) ?? Infinity) - at))
}

async function measureBack(
  back: Return,
  { siege, seen, what }: { readonly siege: Siege; readonly seen: Seen; readonly what: string },
): Promise<Back> {
  const firsts = firstAfter(back, seen)
  const plainAt = await back.plainWrites?.stop(back.at + Math.max(...firsts))
  const plain = plainAt === undefined ? undefined : Math.round(plainAt - back.at)
  siege.say(
    `each process acknowledged writes after ${firsts.join(' and ')} ms, plain writes were confirmed after ${plain ?? '?'} ms`,
  )
  return { what, milliseconds: Math.max(...firsts), plain }
}

async function countThefts({ database }: Deployment): Promise<number> {
  const found = await database.db.query<{ count: number }>`
    select count(*)::int as count from audit_events where name in ('refresh-token-reused', 'code-replayed')`
  return found[0]?.count ?? 0
}

const ascending = (one: number, other: number) => one - other

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
  const sorted = tally.back.map(({ milliseconds }) => milliseconds).sort(ascending)
  const late = tally.back.filter(
    ({ milliseconds, plain }) =>
      milliseconds > back.most && milliseconds > (plain ?? 0) + (back.mostAfterPlain ?? 0),
  )
  siege.judge(
    back.claim,
    late.map(
      ({ what, milliseconds, plain }) => `${what}: ${milliseconds} ms (plain writes: ${plain ?? '?'} ms)`,
    ),
    `${sorted.length} times, median ${sorted[Math.floor(sorted.length / 2)]} ms, at most ${sorted.at(-1)} ms`,
  )
  const plain = tally.back.flatMap((each) => (each.plain === undefined ? [] : [each.plain]))
  if (plain.length > 0)
    siege.measure(
      'until the new primary confirms plain writes without delay, by its new synchronous standby',
      `${plain.length} times, median ${plain.sort(ascending)[Math.floor(plain.length / 2)]} ms, at most ${Math.max(...plain)} ms`,
    )
  await outboxEmpty()
  const missing = tally.registered.filter((email) => mail.mailsTo(email, SUBJECTS.register).length === 0)
  siege.judge(
    'every registration that was answered 202 gets its mail',
    missing.map((email) => `${email} got none`),
    `${tally.registered.length} registrations`,
  )
}
