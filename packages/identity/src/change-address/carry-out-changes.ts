import { appendEvent, systemOrigin } from '../audit/index.ts'
import { type Citizen, isUnchanged, raiseSecurityVersion, replaceEmail } from '../citizens/index.ts'
import { deleteFailures } from '../guesses/index.ts'
import { type LetterNeeds, postNews } from '../mail/index.ts'
import { endLinks } from '../mailed-links/index.ts'
import { carryOutDue, type DueStep } from '../moments/index.ts'
import { plusSeconds } from '../platform/clock.ts'
import type { Purge, PurgeNeeds } from '../platform/postgres/purge.ts'
import type { MayAskForCode } from '../sign-in/index.ts'
import { type AddressChange, findChange, findDueChanges, setDone } from './address-change-store.ts'
import { CHANGE_LETTERS, mintKeepLink, writeNews } from './change-letters.ts'
import { forgetChange } from './forget-change.ts'
import { maskEmail } from './mask-email.ts'
import { stopChange } from './stop-change.ts'

/** What the letters need. */
export type CarryOutChangesNeeds = Pick<
  LetterNeeds,
  'keyring' | 'random' | 'baseUrl' | 'serviceName' | 'timeZone'
> & {
  /** Codes, where the room of codes is there. Who carries out has to say so. */
  readonly secondFactor: MayAskForCode['secondFactor']
}

/** How long the old address can undo a change: most people read their mail once a week. */
export const UNDO_SECONDS = 7 * 24 * 60 * 60

/** Carries out the changes whose waiting period is over, and forgets those that can be undone no longer. */
export function carryOutChanges(more: CarryOutChangesNeeds): Purge {
  return carryOutDue(more, findDueChanges, takeNextStep)
}

type CarryOutNeeds = CarryOutChangesNeeds & PurgeNeeds

async function takeNextStep(needs: CarryOutNeeds, { citizenId, citizen }: DueStep): Promise<void> {
  const { db, clock } = needs
  const change = await findChange(db, citizenId)
  if (!change || change.nextAt > clock.now()) return
  if (!citizen || change.doneAt !== null) return forgetChange(db, citizenId)
  if (!(await isStillMeant(needs, citizen, change)))
    return void (await stopChange(needs, citizen, { origin: systemOrigin, cause: 'changed' }))
  await carryOut(needs, citizen, change)
}

/** Whoever adds an app during the waiting period wants nobody to do with the password alone what this change did. */
async function isStillMeant(
  { db, secondFactor }: CarryOutNeeds,
  citizen: Citizen,
  change: AddressChange,
): Promise<boolean> {
  const { citizenId } = citizen
  return isUnchanged(citizen, change) && !(await secondFactor?.isAskedSince(db, citizenId, change.askedAt))
}

/**
 * Links that were mailed to the old address end with it. Sessions go on, where the new address is proven: they began with more than the
 * address.
 */
async function carryOut(
  needs: CarryOutNeeds,
  citizen: Citizen,
  { oldEmail, newEmail, isProven }: AddressChange,
): Promise<void> {
  const { db, clock } = needs
  const { citizenId } = citizen
  const doneAt = clock.now()
  const until = plusSeconds(doneAt, UNDO_SECONDS)
  const times = { now: doneAt, reservedUntil: until }
  if (!(await replaceEmail(db, citizen, { email: newEmail, emailVerified: isProven }, times)))
    return void (await stopChange(needs, citizen, { origin: systemOrigin, cause: 'taken' }))
  await endLinks(db, 'everything', citizenId)
  await deleteFailures(db, newEmail)
  const { address: link, hash: undoHash } = mintKeepLink(needs, citizen)
  await setDone(db, citizenId, { undoHash, doneAt, nextAt: until })
  await appendEvent(needs, { name: 'address-changed', origin: systemOrigin, citizenId })
  if (!isProven) await requireProof(needs, citizenId)
  const facts = { until, newAddress: maskEmail(newEmail), link }
  await postNews(needs, { ...citizen, email: oldEmail, expiresAt: until }, CHANGE_LETTERS.changed, facts)
  await writeNews(needs, { ...citizen, email: newEmail }, CHANGE_LETTERS.isNew)
}

/** No program takes an address that nothing has proven. So all access ends, and programs hear of it. */
async function requireProof(needs: CarryOutNeeds, citizenId: string): Promise<void> {
  await raiseSecurityVersion(needs.db, citizenId)
  await appendEvent(needs, { name: 'citizen-verification-required', origin: systemOrigin, citizenId })
}
