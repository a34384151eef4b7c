import { findHorizon, findTable, hasForeignNumbers } from '../audit-seals/index.ts'
import { plusSeconds, type UnixSeconds } from '../platform/clock.ts'
import type { Foundation } from '../platform/foundation.ts'
import type { Database } from '../platform/postgres/database.ts'
import { preferIndexes } from '../platform/postgres/prefer-indexes.ts'
import { randomUuid } from '../platform/random.ts'
import {
  beginningAt,
  type Destination,
  type DestinationName,
  isDue,
  LEASE_SECONDS,
  pauseSeconds,
  withFault,
} from './destination.ts'
import {
  claimDelivery,
  findDestination,
  insertDestination,
  moveDestination,
  releaseDelivery,
  saveDelivered,
  saveFault,
} from './destination-store.ts'
import { type Batch, type Entry, lastDayBefore, nextBatch } from './next-batch.ts'

/** What is sent at once. The id is the same when it is sent again. */
export interface Delivery {
  readonly id: string
  readonly entries: readonly Entry[]
  readonly now: UnixSeconds
}

/** What became of a delivery. `stopped`: this process ends, and another one sends it. */
export type Outcome =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'failed'; readonly says: string }
  | { readonly kind: 'stopped' }

/** Sends a delivery. It always ends within `LEASE_SECONDS`. */
export type Send = (delivery: Delivery, stopped: AbortSignal) => Promise<Outcome>

/** A destination, and how it is reached. */
export interface Forwarder {
  readonly name: DestinationName
  readonly send: Send
}

/** Everything that forwarding uses. */
export interface ForwardNeeds extends Pick<Foundation, 'db' | 'clock' | 'random' | 'log'> {
  /** The cluster of the server, as far as it tells. */
  readonly cluster: () => Promise<string>
  readonly stopped: AbortSignal
}

/**
 * What one round has done. `again`: more may wait. `idle`: nothing waits, or another process sends. `waits`: the last attempt has failed, and the next one is not due. `failed`: this one has. `foreign`: events have
 * numbers of transactions of another server, so nobody can say which were sent. `several-servers`: each has numbers of its own.
 */
export type Forwarded = 'again' | 'idle' | 'waits' | 'failed' | 'foreign' | 'several-servers'

/**
 * Sends what comes next in the audit. Events go in the order of their transactions, when every transaction before has ended, so none is missed. What is sent is named in the table before, and the place moves
 * afterwards: whoever dies in between leaves a delivery that is sent again, with its id, and nothing else is.
 */
export async function forwardNext(needs: ForwardNeeds, forwarder: Forwarder): Promise<Forwarded> {
  const { db, clock } = needs
  if ((await db.layout()) === 'distributed') return 'several-servers'
  const history = `${await needs.cluster()}/${await findTable(db)}`
  const destination = await findDestination(db, forwarder.name)
  if (!destination) return begin(needs, forwarder.name, history)
  const now = clock.now()
  if (!isDue(destination, now)) return destination.attempts > 0 ? 'waits' : 'idle'
  if (destination.history !== history || destination.transaction > (await findHorizon(db)))
    return beginAnew(needs, destination, history)
  const batch = await nextBatch(db, destination, now)
  if (!batch) return 'idle'
  if (batch.entries.length > 0) return deliver(needs, forwarder, { destination, batch })
  await moveDestination(db, destination, { ...batch.reached, history })
  return 'again'
}

async function begin(
  { db, clock }: ForwardNeeds,
  name: DestinationName,
  history: string,
): Promise<Forwarded> {
  if (await isForeign(db)) return 'foreign'
  const place = beginningAt(await findHorizon(db))
  const now = clock.now()
  await insertDestination(db, { name, history, ...place, closedDay: lastDayBefore(now) }, now)
  return 'again'
}

/** Events of an hour before the newest one are sent again: the order of time is not that of transactions. */
const OVERLAP_SECONDS = 60 * 60

/** Goes on by time: the numbers of the transactions up to here are those of another server, or of a table that is gone. */
async function beginAnew(
  { db, log }: ForwardNeeds,
  destination: Destination,
  history: string,
): Promise<Forwarded> {
  if (await isForeign(db)) return 'foreign'
  const { name, walkedAt, closedDay } = destination
  const reached = new Date((destination.reachedAt - OVERLAP_SECONDS) * 1000)
    .toISOString()
    .replace('Z', '000Z')
  const from = walkedAt !== null && walkedAt < reached ? walkedAt : reached
  const place = { ...beginningAt(await findHorizon(db)), walkedAt: from }
  await moveDestination(db, destination, { ...place, history, closedDay })
  log.warn('audit-forward-resumed', { 'portico.destination': name, 'portico.since': from })
  return 'again'
}

function isForeign(db: Database): Promise<boolean> {
  return db.transaction(async (tx) => {
    await preferIndexes(tx)
    return hasForeignNumbers(tx)
  })
}

interface Work {
  readonly destination: Destination
  readonly batch: Batch
}

async function deliver(
  needs: ForwardNeeds,
  { send }: Forwarder,
  { destination, batch }: Work,
): Promise<Forwarded> {
  const { db, clock, random, stopped } = needs
  const { entries, day } = batch
  const now = clock.now()
  const id = destination.deliveryId ?? randomUuid(random)
  const events = day === null ? entries.length : 0
  const claim = { id, events, day, leaseEndsAt: plusSeconds(now, LEASE_SECONDS) }
  if (!(await claimDelivery(db, destination, claim))) return 'idle'
  const claimed = { ...destination, version: destination.version + 1 }
  const outcome = await send({ id, entries, now }, stopped)
  if (outcome.kind === 'stopped') {
    await releaseDelivery(db, claimed, clock.now())
    return 'idle'
  }
  if (outcome.kind === 'failed') return fail(needs, claimed, outcome.says)
  await saveDelivered(db, claimed, batch.reached, { id, events, now: clock.now() })
  if (destination.attempts > 0)
    needs.log.info('audit-forward-restored', { 'portico.destination': destination.name })
  return 'again'
}

async function fail(
  { db, clock, random, log }: ForwardNeeds,
  destination: Destination,
  says: string,
): Promise<Forwarded> {
  const { name, attempts } = destination
  const now = clock.now()
  const pause = pauseSeconds(attempts, random.bytes(1)[0] ?? 0)
  await saveFault(db, destination, withFault(destination.faults, { at: now, says }), plusSeconds(now, pause))
  log.warn('audit-forward-failed', {
    'portico.destination': name,
    'portico.attempts': attempts + 1,
    'error.message': says,
  })
  return 'failed'
}
