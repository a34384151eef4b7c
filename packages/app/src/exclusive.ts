import type { Browser } from './platform/browser.ts'
import type { Place } from './storage.ts'

/** Runs work while no other tab of this browser runs work with the same name. */
export type Exclusive = <Value>(name: string, work: () => Promise<Value>) => Promise<Value>

/** Longer than any request, so that a lease does not end before the work that it protects. */
const LEASE_MS = 30_000
const PAUSE_MS = 60

/** The parts that a lease uses. */
export interface LeaseNeeds {
  readonly browser: Pick<Browser, 'setTimeout' | 'Math' | 'navigator'>
  /** A stored value that all tabs share. */
  place(name: string): Place<string>
  now(): number
}

/**
 * Uses Web Locks where the browser has them, otherwise a lease in the shared storage. What another tab stored may
 * become visible here only after the lock is free, so there is a pause.
 */
export function exclusiveIn(needs: LeaseNeeds, prefix: string): Exclusive {
  const locks = needs.browser.navigator?.locks
  return (name, work) =>
    locks ? locks.request(prefix + name, () => pause(needs).then(work)) : withLease(needs, name, work)
}

/**
 * Browser storage has no compare-and-set. Two tabs can both believe that they hold the lease, if one writes after the
 * other has checked. The pause makes that rare. The rotation id makes it harmless.
 */
async function withLease<Value>(needs: LeaseNeeds, name: string, work: () => Promise<Value>): Promise<Value> {
  const place = needs.place(`${name} lease`)
  let lease = ''
  while (!lease) lease = await tryLease(needs, place)
  try {
    return await work()
  } finally {
    if ((await place.read()) === lease) await place.erase()
  }
}

/** Returns the lease (its end and a random number), or an empty text where another tab holds it. */
async function tryLease(needs: LeaseNeeds, place: Place<string>): Promise<string> {
  const leftMs = parseFloat(`${await place.read()}`) - needs.now()
  // A lease that ends later than any lease can was written before the clock was set back.
  const isFree = !(leftMs > 0 && leftMs <= LEASE_MS)
  const lease = `${needs.now() + LEASE_MS} ${needs.browser.Math.random()}`
  if (isFree) await place.write(lease)
  await pause(needs)
  return isFree && (await place.read()) === lease ? lease : ''
}

const pause = ({ browser }: LeaseNeeds) =>
  new Promise<void>((resolve) => browser.setTimeout(resolve, PAUSE_MS * (1 + browser.Math.random())))
