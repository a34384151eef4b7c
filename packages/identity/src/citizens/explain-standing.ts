import type { UnixSeconds } from '../platform/clock.ts'
import { type Database, firstRow } from '../platform/postgres/database.ts'
import type { ExplainNeeds, Explains, Finding } from '../platform/room/explains.ts'
import type { Citizen } from './citizen.ts'
import { findCitizenOf } from './find-citizen-of.ts'
import { causeInWords, standingNow } from './suspension.ts'
import type { Suspension } from './suspension-cause.ts'

/** Tells a supporter whether the account may be used at all. */
export const explainStanding: Explains = async (needs, caller) => {
  const citizen = await findCitizenOf(needs, caller)
  if (!citizen) return []
  const { standing, suspension } = await standingNow(needs, citizen)
  if (standing === 'closed') return [await explainClosed(needs, citizen)]
  if (standing === 'suspended') return [await explainSuspended(needs, citizen, suspension)]
  return [
    ...(citizen.emailVerified ? [] : [await explainUnverified(needs, citizen)]),
    ...(citizen.passwordHash === '' ? [NO_PASSWORD] : []),
  ]
}

const NO_PASSWORD: Finding = {
  ...{ name: 'no-password', weight: 'stops', to: 'owner' },
  found:
    'No password signs this account in until a new one is chosen: the citizen said “this was not me”, or took an address back, or was brought from another system without a password that can be compared.',
  tell: 'Press “Forgotten your password?” on the sign-in page, and choose a new password with the link in the email.',
}

async function explainClosed({ db, when }: ExplainNeeds, { citizenId }: Citizen): Promise<Finding> {
  const closed = await findLatest(db, citizenId, 'citizen-closed')
  return {
    ...{ name: 'account-closed', weight: 'stops', to: 'owner' },
    found: `The account is closed for good${since(closed, when)}. Its personal data are erased.`,
    tell: 'This account is closed and cannot be opened again. You can register anew, also with the same address.',
  }
}

async function explainSuspended(
  { db, when }: ExplainNeeds,
  { citizenId, subject }: Citizen,
  suspension: Suspension | undefined,
): Promise<Finding> {
  const suspended = await findLatest(db, citizenId, 'citizen-suspended')
  const begun = suspension ? { at: suspension.since } : suspended
  const { until, ends, before, after } = endInWords(suspension?.endsAt ?? null, when)
  return {
    ...{ name: 'account-suspended', weight: 'stops', to: 'owner' },
    found: `An operator suspended the account${on(begun, when)}${becauseOf(suspension)}. ${ends} The reason: ${suspended?.reason ?? 'the audit does not have it any more'}.`,
    mayDo: `Whoever decides about it ends it${before} by: portico citizen reinstate ${subject} --reason TEXT`,
    tell: `Your account is suspended${until}. A new password does not change that.${after}`,
  }
}

const endInWords = (endsAt: UnixSeconds | null, when: (at: UnixSeconds) => string) =>
  endsAt === null
    ? { until: '', ends: 'It lasts until somebody reinstates.', before: '', after: '' }
    : {
        until: ` until ${when(endsAt)}`,
        ends: `It ends on ${when(endsAt)}.`,
        before: ' earlier',
        after: ' After it, sign in as always.',
      }

const becauseOf = (suspension: Suspension | undefined) =>
  suspension === undefined || suspension.cause === 'other'
    ? ''
    : `, because ${causeInWords(suspension.cause)}`

async function explainUnverified({ db, when }: ExplainNeeds, { citizenId }: Citizen): Promise<Finding> {
  const required = await findLatest(db, citizenId, 'citizen-verification-required')
  const reason = required?.reason ? ` The reason: ${required.reason}.` : ''
  return {
    ...{ name: 'address-not-verified', weight: 'stops', to: 'owner' },
    found: `The address must be verified again${since(required, when)}. Until then the citizen enters no program.${reason}`,
    tell: 'Sign in to your account. The page sends you an email; open its link. If you do not know the password, press “Forgotten your password?”: whoever chooses a new one has verified the address as well.',
  }
}

interface Latest {
  readonly at: UnixSeconds
  readonly reason: string | null
}

/** The latest event of this name about a citizen. An operator's reason stands in it. */
function findLatest(db: Database, citizenId: string, name: string): Promise<Latest | undefined> {
  return firstRow(db.query<Latest>`
    select extract(epoch from at)::bigint as at, details ->> 'reason' as reason from audit_events
     where citizen_id = ${citizenId} and name = ${name} order by audit_events.at desc limit 1`)
}

function since(event: Pick<Latest, 'at'> | undefined, when: (at: UnixSeconds) => string): string {
  return event ? ` since ${when(event.at)}` : ''
}

function on(event: Pick<Latest, 'at'> | undefined, when: (at: UnixSeconds) => string): string {
  return event ? ` on ${when(event.at)}` : ''
}
