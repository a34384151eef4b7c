import { deleteForgottenFailures } from './guess-store.ts'
import type { GuessNeeds } from './reserve-guess.ts'

/** Removes counters of failures that are over, at most so many; tells how many went. */
export async function forgetOldGuesses({ db, clock }: GuessNeeds, most: number): Promise<number> {
  return deleteForgottenFailures(db, clock.now(), most)
}
