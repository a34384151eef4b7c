import { appendEvent, systemOrigin } from '../audit/index.ts'
import { type Citizen, isUnchanged } from '../citizens/index.ts'
import type { LetterNeeds } from '../mail/index.ts'
import { carryOutDue, type DueStep, type KeepOpen } from '../moments/index.ts'
import { plusSeconds, type UnixSeconds, unixSeconds } from '../platform/clock.ts'
import type { Purge, PurgeNeeds } from '../platform/postgres/purge.ts'
import type { MayAskForCode } from '../sign-in/index.ts'
import { REMINDER_SECONDS } from './ask-for-removal.ts'
import { ENDINGS, WARNINGS, writeNews, writeWarning } from './removal-letters.ts'
import { deleteRemoval, findDueRemovals, findRemoval, type Removal, setReminded } from './removal-store.ts'
import { type StopCause, stopRemoval } from './stop-removal.ts'

/** What the letters need, and the codes that are removed. */
export type CarryOutRemovalsNeeds = Pick<
  LetterNeeds,
  'keyring' | 'random' | 'baseUrl' | 'serviceName' | 'timeZone'
> &
  MayAskForCode & { readonly keepOpen: KeepOpen }

/** Writes the reminders that are due, and removes the apps whose waiting period is over. */
export function carryOutRemovals(more: CarryOutRemovalsNeeds): Purge {
  return carryOutDue(more, findDueRemovals, takeNextStep)
}

type CarryOutNeeds = CarryOutRemovalsNeeds & PurgeNeeds

async function takeNextStep(needs: CarryOutNeeds, { citizenId, citizen }: DueStep): Promise<void> {
  const { db, clock } = needs
  const removal = await findRemoval(db, citizenId)
  const now = clock.now()
  if (!removal || removal.nextAt > now) return
  if (!citizen) return void (await deleteRemoval(db, citizenId))
  const cause = await whyNot(needs, citizen, removal)
  if (cause) return void (await stopRemoval(needs, citizen, { origin: systemOrigin, cause }))
  if (removal.nextAt < removal.dueAt) return remind(needs, citizen, removal, now)
  await carryOut(needs, citizen)
}

/** Why the apps do not go. Who adds an app during the waiting period has not lost it. */
async function whyNot(
  { db, secondFactor }: CarryOutNeeds,
  citizen: Citizen,
  removal: Removal,
): Promise<StopCause | undefined> {
  const { citizenId, askedAt } = removal
  if (!(await secondFactor?.isAsked(db, citizenId))) return 'no-app'
  if (await secondFactor?.isAskedSince(db, citizenId, askedAt)) return 'changed'
  return isUnchanged(citizen, removal) ? undefined : 'changed'
}

/** Where no process ran for a while, the apps go later: nobody loses them less than a day after the reminder. */
async function remind(
  needs: CarryOutNeeds,
  citizen: Citizen,
  removal: Removal,
  now: UnixSeconds,
): Promise<void> {
  const { citizenId } = citizen
  const dueAt = unixSeconds(Math.max(removal.dueAt, plusSeconds(now, REMINDER_SECONDS)))
  await setReminded(needs.db, citizenId, dueAt)
  if (dueAt > removal.dueAt) await needs.keepOpen(needs, citizen, dueAt)
  await appendEvent(needs, { name: 'app-removal-reminded', origin: systemOrigin, citizenId })
  await writeWarning(needs, citizen, WARNINGS.soon, dueAt)
}

async function carryOut(needs: CarryOutNeeds, citizen: Citizen): Promise<void> {
  const { db, secondFactor } = needs
  const { citizenId } = citizen
  await secondFactor?.remove(db, citizenId)
  await deleteRemoval(db, citizenId)
  await appendEvent(needs, { name: 'app-removal-done', origin: systemOrigin, citizenId })
  await writeNews(needs, citizen, ENDINGS.done)
}
