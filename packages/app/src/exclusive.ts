import type { Browser } from './platform/browser.ts'
import type { Place } from './storage.ts'

/** Runs work while no other tab of this browser does work of the same name. */
export type Exclusive = <Value>(name: string, work: () => Promise<Value>) => Promise<Value>

/** Longer than any request may take, so that a lease outlives the work that it guards. */
const LEASE_MS = 30_000
const SETTLE_MS = 60

/** What a lease needs. */
export interface LeaseNeeds {
  readonly browser: Pick<Browser, 'setTimeout' | 'Math' | 'navigator'>
  /** A place that all tabs share. */
  placeFor(name: string): Place<string>
  now(): number
}

/**
 * Uses Web Locks where the browser has them, otherwise a lease in the shared storage. What the tab before has stored
 * may reach this one a moment later than the lock does: hence the pause.
 */
export function exclusiveIn(needs: LeaseNeeds, prefix: string): Exclusive {
  const locks = needs.browser.navigator?.locks
  return (name, work) =>
    locks ? locks.request(prefix + name, () => pause(needs).then(work)) : withLease(needs, name, work)
}

/**
 * A storage has no compare-and-set: two tabs may both believe that they hold the lease when one writes after
 * the other has looked again. The pause makes that rare; the rotation id makes it harmless.
 */
async function withLease<Value>(needs: LeaseNeeds, name: string, work: () => Promise<Value>): Promise<Value> {
  const place = needs.placeFor(`${name} lease`)
  let lease = ''
  while (!lease) lease = await tryLease(needs, place)
  try {
    return await work()
  } finally {
    if ((await place.read()) === lease) await place.erase()
  }
}

/** The end of the lease, with a random number that tells whose it is; nothing when somebody else holds it. */
async function tryLease(needs: LeaseNeeds, place: Place<string>): Promise<string> {
  const leftMs = parseFloat(`${await place.read()}`) - needs.now()
  // A lease further ahead than any lease lasts was written before the clock was set back.
  const isFree = !(leftMs > 0 && leftMs <= LEASE_MS)
  const lease = `${needs.now() + LEASE_MS} ${needs.browser.Math.random()}`
  if (isFree) await place.write(lease)
  await pause(needs)
  return isFree && (await place.read()) === lease ? lease : ''
}

const pause = ({ browser }: LeaseNeeds) =>
  new Promise<void>((resolve) => browser.setTimeout(resolve, SETTLE_MS * (1 + browser.Math.random())))
