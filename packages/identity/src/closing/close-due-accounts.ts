import { appendEvent, systemOrigin } from '../audit/index.ts'
import { type Citizen, closeAccount } from '../citizens/index.ts'
import { type LetterNeeds, postNews } from '../mail/index.ts'
import { carryOutDue, type DueStep } from '../moments/index.ts'
import { PATHS } from '../pages/index.ts'
import { plusSeconds } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { Purge, PurgeNeeds } from '../platform/postgres/purge.ts'
import { type Closing, findDueClosings, takeDueClosing, wasEnteredSince } from './closing-store.ts'
import { CLOSING_LETTERS } from './letters.ts'

/** What the letter needs, and how other rooms erase their part. */
export interface CloseDueNeeds
  extends Pick<LetterNeeds, 'keyring' | 'random' | 'baseUrl' | 'serviceName' | 'timeZone'> {
  /** Deletes what higher rooms have about a citizen, in the same transaction. */
  erase(tx: Database, citizenId: string): Promise<void>
}

const LETTER_LIFETIME_SECONDS = 7 * 24 * 60 * 60

/**
 * Closes the accounts whose waiting period is over, unless somebody has signed in since, all access was ended in another way
 * or the account is not active. Then its citizen is told so by a letter.
 */
export function closeDueAccounts(more: CloseDueNeeds): Purge {
  return carryOutDue(more, findDueClosings, takeNextStep)
}

type CarryOutNeeds = CloseDueNeeds & PurgeNeeds

async function takeNextStep(needs: CarryOutNeeds, { citizenId, citizen }: DueStep): Promise<void> {
  const { db, clock } = needs
  const closing = await takeDueClosing(db, citizenId, clock.now())
  if (!closing || !citizen || citizen.standing === 'closed') return
  if (await isCalledOff(db, closing, citizen)) return callOff(needs, citizen)
  await closeAccount(db, citizenId)
  await needs.erase(db, citizenId)
  await appendEvent(needs, {
    name: 'citizen-closed',
    origin: systemOrigin,
    citizenId,
    details: { cause: 'asked' },
  })
  const facts = { registerAddress: needs.baseUrl + PATHS.register }
  await postNews(needs, lettersTo(needs, citizen), CLOSING_LETTERS.closed, facts)
}

/** Whoever asked may not know who came back. So an active citizen is told that nothing is closed. */
async function callOff(needs: CarryOutNeeds, citizen: Citizen): Promise<void> {
  const { citizenId } = citizen
  await appendEvent(needs, { name: 'closing-called-off', origin: systemOrigin, citizenId })
  if (citizen.standing !== 'active') return
  await postNews(needs, lettersTo(needs, citizen), CLOSING_LETTERS.calledOff, { at: needs.clock.now() })
}

const lettersTo = ({ clock }: CarryOutNeeds, citizen: Citizen) => ({
  ...citizen,
  expiresAt: plusSeconds(clock.now(), LETTER_LIFETIME_SECONDS),
})

async function isCalledOff(db: Database, closing: Closing, citizen: Citizen): Promise<boolean> {
  if (citizen.standing !== 'active' || citizen.securityVersion !== closing.securityVersion) return true
  return wasEnteredSince(db, closing)
}
