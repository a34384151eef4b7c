import { setTimeout as wait } from 'node:timers/promises'
import { openCluster, type PatroniCluster, whatIsMissing } from '../failover/cluster.ts'
import { type ClusterEvent, drawEvents } from '../failover/events.ts'
import { prepareLoad, type Seen } from '../failover/load.ts'
import { checkLedger } from '../kills/check-ledger.ts'
import { openLedger } from '../kills/ledger.ts'
import { prepareOperations, type Round } from '../kills/operations.ts'
import type { Siege, Stage } from '../stage.ts'
import { type Deployment, openDeployment, SUBJECTS } from '../targets/deployment.ts'

/** Primaries die, freeze, hand over and come back under a mixed load. */
export const failover: Stage = {
  name: 'failover',
  about:
    'three Patroni nodes and etcd with the configuration of deploy/patroni: nodes are killed, frozen and woken up, switched over, and come back',
  async run(siege) {
    const missing = whatIsMissing()
    if (missing !== undefined) return siege.skip('no acknowledged effect is lost in a failover', missing)
    const cluster = await openCluster(siege)
    siege.say('the cluster runs')
    const deployment = await openDeployment({ ...siege, postgres: cluster.postgres })
    await failOver(siege, cluster, deployment)
  },
}

const CLAIM = 'no acknowledged effect is lost, and nothing is used twice'
const MOST_MILLISECONDS_BACK = 5_000
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

async function failOver(siege: Siege, cluster: PatroniCluster, deployment: Deployment): Promise<void> {
  const events = drawEvents(siege.count(6, 30))
  const tally: Tally = {
    ...{ faults: [], thefts: [], registered: [], back: [] },
    ...{ acknowledged: 0, unanswered: 0, repeated: 0, looks: 0 },
  }
  for (const [index, event] of events.entries()) {
    const before = { acknowledged: tally.acknowledged, faults: tally.faults.length + tally.thefts.length }
    siege.say(`${index + 1} of ${events.length}: ${event.what}`)
    await runEvent(event, { cluster, deployment, tally })
    const acknowledged = tally.acknowledged - before.acknowledged
    const faults = tally.faults.length + tally.thefts.length - before.faults
    siege.say(
      `${index + 1} of ${events.length}: ${event.what}: ${acknowledged} acknowledged, ${faults} faults`,
    )
  }
  await judge(siege, deployment, { events, tally })
}

interface Course {
  readonly cluster: PatroniCluster
  readonly deployment: Deployment
  readonly tally: Tally
}

async function runEvent(event: ClusterEvent, { cluster, deployment, tally }: Course): Promise<void> {
  const leader = await cluster.healthy()
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
  const promotedAt = await event.run(cluster, leader)
  await cluster.healthy()
  seen.isOver = true
  await Promise.all([load, rotations])
  tally.unanswered += (await Promise.all(running)).filter((end) => end === 'unanswered').length
  const thefts = (await countThefts(deployment)) - theftsBefore
  if (thefts > 0) tally.thefts.push(`${event.what}: ${thefts} events of theft`)
  if (promotedAt !== undefined)
    tally.back.push({ what: event.what, milliseconds: backAfter(promotedAt, seen) })
  await checkLedger(round)
  tally.faults.push(...round.faults.map((fault) => `${event.what}: ${fault}`))
  tally.acknowledged += round.ledger.acknowledged
  tally.repeated += seen.repeated
  tally.looks += seen.looks
}

/** From the promotion to the first acknowledged write of the process that took longest. */
function backAfter(promotedAt: number, { acknowledgedAt }: Seen): number {
  const firsts = acknowledgedAt.map((times) => times.find((at) => at >= promotedAt) ?? Infinity)
  return Math.round(Math.max(...firsts) - promotedAt)
}

async function countThefts({ database }: Deployment): Promise<number> {
  const found = await database.db.query<{ count: number }>`
    select count(*)::int as count from audit_events where name in ('refresh-token-reused', 'code-replayed')`
  return found[0]?.count ?? 0
}

async function judge(
  siege: Siege,
  { mail, outboxEmpty }: Deployment,
  { events, tally }: { readonly events: readonly ClusterEvent[]; readonly tally: Tally },
): Promise<void> {
  const kinds = Object.entries(Object.groupBy(events, ({ what }) => what))
  for (const [what, same] of kinds) siege.measure(`event: ${what}`, `${same?.length ?? 0} times`)
  const { acknowledged, unanswered, repeated, looks } = tally
  siege.judge(
    CLAIM,
    tally.faults,
    `${events.length} events, ${acknowledged} effects acknowledged, ${unanswered} operations never answered, or 503; ${looks} looks at revoked tokens`,
  )
  siege.judge(
    'the audit calls no outage a theft: a refresh that is repeated with its key gets its answer',
    tally.thefts,
    `${repeated} refreshes answered 503 and sent again`,
  )
  const sorted = tally.back.map(({ milliseconds }) => milliseconds).sort((one, other) => one - other)
  const late = tally.back.filter(({ milliseconds }) => milliseconds > MOST_MILLISECONDS_BACK)
  siege.judge(
    'each process acknowledges writes again within 5 s of the promotion',
    late.map(({ what, milliseconds }) => `${what}: ${milliseconds} ms`),
    `${sorted.length} promotions, median ${sorted[Math.floor(sorted.length / 2)]} ms, at most ${sorted.at(-1)} ms`,
  )
  await outboxEmpty()
  const missing = tally.registered.filter((email) => mail.mailsTo(email, SUBJECTS.register).length === 0)
  siege.judge(
    'every registration that was answered 202 gets its mail',
    missing.map((email) => `${email} got none`),
    `${tally.registered.length} registrations`,
  )
}
