import type { Browser } from './platform/browser.ts'
import type { Place } from './storage.ts'

/** Runs work while no other tab of this browser runs work with the same name. */
export type Exclusive = <Value>(name: string, work: () => Promise<Value>) => Promise<Value>

/** Longer than any request, so that a lease does not end before the work that it protects. */
const LEASE_MS = 30_000
const PAUSE_MS = 60

/** What a lease is handed. */
export interface LeaseNeeds {
  readonly browser: Pick<Browser, 'setTimeout' | 'Math' | 'navigator'>
  /** A stored value that all tabs share. */
  place(name: string): Place<string>
  now(): number
}

/**
 * Uses Web Locks if the browser has them, and otherwise a lease in the shared storage. A value that another tab has
 * stored may be visible here only some time after the lock is free, so the work starts after a pause.
 */
export function exclusiveIn(needs: LeaseNeeds, prefix: string): Exclusive {
  const locks = needs.browser.navigator?.locks
  return (name, work) =>
    locks ? locks.request(prefix + name, () => pause(needs).then(work)) : withLease(needs, name, work)
}

/**
 * Runs work with a lease. Browser storage has no compare-and-set, so two tabs can get the lease if one writes after the
 * other has checked. The pause makes that rare, and the rotation id makes it harmless.
 */
async function withLease<Value>(needs: LeaseNeeds, name: string, work: () => Promise<Value>): Promise<Value> {
  const place = needs.place(`${name} lease`)
  let lease = ''
  while (!lease) lease = await tryLease(needs, place)
  try {
    return await work()
  } finally {
    if ((await place.read()) === lease) await place.write(null)
  }
}

/** Returns the lease (its end and a random number), or an empty text if another tab holds it. */
async function tryLease(needs: LeaseNeeds, place: Place<string>): Promise<string> {
  const leftMs = parseFloat(`${await place.read()}`) - needs.now()
  // A lease that ends later than a new one was written before the clock was set back.
  const isFree = !(leftMs > 0 && leftMs <= LEASE_MS)
  const lease = `${needs.now() + LEASE_MS} ${needs.browser.Math.random()}`
  if (isFree) await place.write(lease)
  await pause(needs)
  return isFree && (await place.read()) === lease ? lease : ''
}

const pause = ({ browser }: LeaseNeeds) =>
  new Promise<void>((resolve) => browser.setTimeout(resolve, PAUSE_MS * (1 + browser.Math.random())))
