import { type Citizen, findCitizen, findCitizenIdByEmail } from '../citizens/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import { NOBODY } from '../platform/nobody.ts'
import type { Database } from '../platform/postgres/database.ts'
import { countersOf, type Guess, type GuessCounter } from './guess.ts'
import { type CountedFailure, countFailureAt, hasManyFailures } from './guess-store.ts'
import { countAddressFailure, hasTriesLeft, isAddressClosed } from './guessed-address-store.ts'

/** The citizen whom a guess is about, and the failures that were counted for it. */
export interface CountedGuess extends Owner {
  /** The counted failures, in the order of the counters. Where one counter makes the guess wait, those before it. */
  readonly counted: readonly CountedFailure[]
  /** Whether the guess may go on. `closed`: only browsers that the account knows may try. */
  readonly outcome: 'counted' | 'closed' | { readonly waitsFor: GuessCounter }
  /** Failures in a row at the address, with this one; 0 for a browser that the account knows. */
  readonly strangersFailures: number
}

interface Owner {
  /** The owner of the address, in any standing. */
  readonly citizen: Citizen | undefined
  /** Whether the browser has signed in to this account before. */
  readonly knowsDevice: boolean
}

/**
 * Finds the citizen who owns an address, and whether the account knows the browser. Counts a failure at each counter in
 * the order of `countersOf`, and stops at the first one that makes the guess wait: none after it counts a guess that was not
 * made. At last a failure of an unknown browser is counted at the address, over all places and without an end. Where the most
 * failures in a row are reached, nothing is counted.
 *
 * Each statement names one key, because on a distributed database the rows of the keys are on different servers. Statements that do
 * not need each other are sent together. If the process dies between two of them, some counters have one failure more, as if the
 * guess had been wrong. Nobody's address takes the same statements as a citizen's.
 */
export async function countGuess(db: Database, guess: Guess, now: UnixSeconds): Promise<CountedGuess> {
  const { known, stranger, account } = countersOf(guess)
  const [owner, isAttacked, isClosed] = await Promise.all([
    findOwner(db, guess),
    hasManyFailures(db, account, now),
    isAddressClosed(db, guess.email, now),
  ])
  const { knowsDevice } = owner
  if (isClosed && !knowsDevice) return { ...owner, counted: [], outcome: 'closed', strangersFailures: 0 }
  const counted: CountedFailure[] = []
  for (const counter of knowsDevice ? known : stranger) {
    const free = isAttacked ? counter.freeUnderAttack : counter.free
    const failure = await countFailureAt(db, { ...counter, free }, now)
    if (!failure) return { ...owner, counted, outcome: { waitsFor: counter }, strangersFailures: 0 }
    counted.push(failure)
  }
  if (knowsDevice) return { ...owner, counted, outcome: 'counted', strangersFailures: 0 }
  const strangersFailures = await countAddressFailure(db, guess.email, now)
  const outcome = strangersFailures === undefined ? 'closed' : 'counted'
  return { ...owner, counted, outcome, strangersFailures: strangersFailures ?? 0 }
}

async function findOwner(db: Database, { email, deviceHash }: Guess): Promise<Owner> {
  const citizenId = (await findCitizenIdByEmail(db, email)) ?? NOBODY
  const [citizen, knowsDevice] = await Promise.all([
    findCitizen(db, citizenId),
    hasTriesLeft(db, { citizenId, deviceHash }),
  ])
  return { citizen, knowsDevice: citizen !== undefined && knowsDevice }
}
