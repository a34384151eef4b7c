import { type AuditOrigin, appendEvent } from '../audit/index.ts'
import { type Citizen, markOf } from '../citizens/index.ts'
import type { LetterNeeds, WakesMail } from '../mail/index.ts'
import { type OwnedLink, spendLink } from '../mailed-links/index.ts'
import type { KeepOpen } from '../moments/index.ts'
import { plusSeconds, type UnixSeconds } from '../platform/clock.ts'
import type { TokenKey } from '../platform/opaque-token.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import {
  lockProvenCitizen,
  type MayAskForCode,
  type ProofRefusal,
  type ProvePasswordNeeds,
  provePassword,
} from '../sign-in/index.ts'
import { WARNINGS, writeWarning } from './removal-letters.ts'
import { findRemoval, insertRemoval } from './removal-store.ts'

/** What a waiting period begins with. */
export interface BeginRemovalNeeds extends LetterNeeds {
  readonly lostAppWaitDays: number
  readonly keepOpen: KeepOpen
}

/** Everything that begins a waiting period by a mailed link. */
export interface AskNeeds extends ProvePasswordNeeds, MayAskForCode, BeginRemovalNeeds, WakesMail {}

/** The form of the page behind the mailed link. */
export interface RemovalRequest {
  readonly password: string
  readonly deviceHash: Buffer
  readonly origin: AuditOrigin & { readonly address: string }
}

/** Why no removal waits. `link-invalid` covers everything that can be wrong with a link. */
export type AskRefusal = 'link-invalid' | 'required' | ProofRefusal

const DAY_SECONDS = 24 * 60 * 60

/** How long before the removal the reminder comes. */
export const REMINDER_SECONDS = DAY_SECONDS

/**
 * Begins the waiting period of a citizen who has the mailed link and knows the password. So neither a scanner that follows links nor
 * somebody who has only one of both can do it. Where a removal waits already, its time stays, and the citizen gets the letter again.
 * A wrong password counts as a guess and spends no link. Returns when the apps go.
 */
export async function askForRemoval(
  needs: AskNeeds,
  { key, citizen }: OwnedLink,
  asked: RemovalRequest,
): Promise<Result<UnixSeconds, AskRefusal>> {
  if (asked.password === '') return refused('required')
  const { citizenId, email } = citizen
  const proof = await provePassword(needs, { ...asked, email, purpose: 'lost-app' })
  if (!proof.ok) return proof
  if (proof.value.citizenId !== citizenId) return refused('link-invalid')
  const dueAt = await needs.db.transaction((tx) =>
    begin({ ...needs, db: tx }, key, proof.value, asked.origin),
  )
  if (dueAt === undefined) return refused('link-invalid')
  needs.mail.wake()
  return accepted(dueAt)
}

async function begin(
  needs: AskNeeds,
  key: TokenKey,
  proven: Citizen,
  asked: AuditOrigin,
): Promise<UnixSeconds | undefined> {
  const { db, secondFactor } = needs
  const citizen = await lockProvenCitizen(db, proven)
  if (!citizen || !(await spendLink(needs, key, citizen))) return undefined
  const { citizenId } = citizen
  if (!(await secondFactor?.isAsked(db, citizenId))) return undefined
  const { isNew, dueAt } = await beginRemoval(needs, citizen, WARNINGS.requested)
  const origin = { ...asked, actor: 'citizen' as const }
  if (isNew) await appendEvent(needs, { name: 'app-removal-requested', origin, citizenId })
  return dueAt
}

/**
 * Stores a removal of a citizen whose row the caller has locked, and writes the letter whose link stops it. Where one waits already, its time
 * stays.
 */
export async function beginRemoval(
  needs: BeginRemovalNeeds,
  citizen: Citizen,
  warning: Parameters<typeof writeWarning>[2],
): Promise<{ readonly isNew: boolean; readonly dueAt: UnixSeconds }> {
  const { db, clock, lostAppWaitDays } = needs
  const { citizenId } = citizen
  const askedAt = clock.now()
  const newDueAt = plusSeconds(askedAt, lostAppWaitDays * DAY_SECONDS)
  const nextAt = plusSeconds(newDueAt, -REMINDER_SECONDS)
  const removal = { ...markOf(citizen), citizenId, askedAt, nextAt, dueAt: newDueAt }
  const isNew = await insertRemoval(db, removal)
  const dueAt = (isNew ? undefined : await findRemoval(db, citizenId))?.dueAt ?? newDueAt
  await writeWarning(needs, citizen, warning, dueAt)
  await needs.keepOpen(needs, citizen, dueAt)
  return { isNew, dueAt }
}
