import type { RedeemedCode } from '../central/index.ts'
import { asDate, sha256Base64Url } from '../platform/index.ts'
import type { Service } from '../service.ts'
import type { HandoffRow, IdentityRow, SessionDevice, SessionRow } from '../store/index.ts'
import { isAccountGone } from './account-gone.ts'
import { sealCentral, withRenewalKey } from './central-tokens.ts'
import { cookieValuesOf, hashedPair, pairOfCookie, randomPair, type TokenPair } from './local-tokens.ts'
import { openHandoff } from './open-handoff.ts'
import { revokeSoon } from './revoke-due.ts'
import { isLinkOpen } from './start-link.ts'

/** The result of an exchange. */
export type ExchangedHandoff =
  | { readonly kind: 'exchanged'; readonly pair: TokenPair; readonly session: SessionRow }
  | { readonly kind: 'refused' }
  | { readonly kind: 'conflict' }

/**
 * What the app sends. `accountId` is the account of its bearer, if it sent one. `carrier` is what the new session is
 * used with: tokens of an app, or the cookie of a browser.
 */
export interface HandoffPresented {
  readonly code: string
  readonly verifier: string
  readonly accountId: string | null
  readonly carrier: 'tokens' | 'cookie'
  readonly device: SessionDevice
}

type ExchangeNeeds = Pick<
  Service,
  | 'store'
  | 'accounts'
  | 'keyring'
  | 'clock'
  | 'random'
  | 'settings'
  | 'emit'
  | 'central'
  | 'inBackground'
  | 'log'
>

/** After this many wrong verifiers, the code is invalid. */
const MAX_FAILURES = 5

/** Another exchange for the same citizen has written the link first. A second try finds its account. */
class LinkedElsewhere extends Error {}

/** Exchanges a handoff for a local session. Accounts are linked or provisioned only here, in one transaction. */
export async function exchangeHandoff(
  service: ExchangeNeeds,
  presented: HandoffPresented,
): Promise<ExchangedHandoff> {
  try {
    return await exchangeOnce(service, presented)
  } catch (error) {
    if (error instanceof LinkedElsewhere) return exchangeOnce(service, presented)
    throw error
  }
}

type SignInKind = 'sign_in' | 'linked' | 'provisioned'

async function exchangeOnce(service: ExchangeNeeds, presented: HandoffPresented): Promise<ExchangedHandoff> {
  const now = service.clock.now()
  const pair =
    presented.carrier === 'cookie'
      ? pairOfCookie(service, (await cookieValuesOf(service, presented))[0], now)
      : randomPair(service, now)
  const made: { kind: SignInKind } = { kind: 'sign_in' }
  const claim = {
    codeHash: await sha256Base64Url(presented.code),
    challenge: await sha256Base64Url(presented.verifier),
    now,
    maxFailures: MAX_FAILURES,
  }
  const consumed = await service.store.consumeHandoff(claim, async (handoff, tx) => {
    const redeemed = await openHandoff(service, handoff)
    if (!redeemed) throw new Error(`no key opens the handoff sealed with ${handoff.keyId}`)
    const settled = await findOrMakeAccount({ service, now, tx }, handoff, { redeemed, presented })
    if (!settled) return { conflict: true }
    made.kind = settled.kind
    const session = await newSession(service, redeemed, {
      ...{ accountId: settled.accountId, pair, now },
      device: presented.device,
    })
    return { session, endOtherSessions: handoff.link !== null }
  })
  // A conflict, an invalid code and the ended sessions of a linked account leave grants to revoke.
  if (consumed.kind !== 'consumed' || made.kind === 'linked') revokeSoon(service)
  if (consumed.kind !== 'consumed') return { kind: consumed.kind }
  const { session } = consumed
  service.emit({ type: made.kind, accountId: session.accountId, sessionId: session.id, at: now })
  return { kind: 'exchanged', pair, session }
}

interface Step {
  readonly service: ExchangeNeeds
  readonly now: Date
  readonly tx: unknown
}

/** The account of the session: found, linked or provisioned. Null if a link conflicts. */
async function findOrMakeAccount(
  step: Step,
  handoff: HandoffRow,
  { redeemed, presented }: { redeemed: RedeemedCode; presented: HandoffPresented },
): Promise<{ accountId: string; kind: SignInKind } | null> {
  if (handoff.link) return link(step, { ...handoff, link: handoff.link }, { redeemed, presented })
  const { service, tx } = step
  const known = await service.store.findIdentity(handoff.issuer, handoff.subject, tx)
  if (!known) return provision(step, handoff, redeemed)
  if (await isAccountGone(service, known.accountId, tx)) {
    await removeDeadLink(step, known)
    return provision(step, handoff, redeemed)
  }
  await service.accounts.onSignIn?.(known.accountId, redeemed.identity, tx)
  return { accountId: known.accountId, kind: 'sign_in' }
}

/** Removes a link to a deleted account. If several sign-ins try at once, one of them does it. */
async function removeDeadLink({ service, tx }: Step, dead: IdentityRow): Promise<void> {
  if (!(await service.store.removeIdentity(dead, tx)))
    throw new LinkedElsewhere('another exchange removed the link first')
}

async function provision({ service, now, tx }: Step, handoff: HandoffRow, redeemed: RedeemedCode) {
  const { accountId } = await service.accounts.provision(redeemed.identity, tx)
  const row = identityRow(handoff, { accountId, via: 'provisioned', linkedAt: now })
  const inserted = await service.store.insertIdentity(row, tx)
  if (inserted !== 'inserted') throw new LinkedElsewhere('another exchange linked the citizen first')
  return { accountId, kind: 'provisioned' as const }
}

/** Links the account, and closes its old access in the same transaction. Unique indexes decide races. */
async function link(
  step: Step,
  handoff: HandoffRow & { link: NonNullable<HandoffRow['link']> },
  { redeemed, presented }: { redeemed: RedeemedCode; presented: HandoffPresented },
) {
  const { service, now, tx } = step
  const { accountId } = handoff.link
  if (presented.accountId !== null && presented.accountId !== accountId) return null
  if (!(await isLinkOpen(service, handoff.link, tx))) return null
  const row = identityRow(handoff, { accountId, via: 'linked', linkedAt: now })
  if (!(await insertLink(step, row))) return null
  await service.accounts.legacy?.closeLegacyAccess(accountId, tx, redeemed.identity)
  await service.accounts.onSignIn?.(accountId, redeemed.identity, tx)
  return { accountId, kind: 'linked' as const }
}

/** False if the citizen has a link to another account that exists, or the account has a link to another citizen. */
async function insertLink(step: Step, row: IdentityRow): Promise<boolean> {
  const { service, tx } = step
  const { store } = service
  if ((await store.insertIdentity(row, tx)) !== 'conflict') return true
  const known = await store.findIdentity(row.issuer, row.subject, tx)
  if (!known || !(await isAccountGone(service, known.accountId, tx))) return false
  await removeDeadLink(step, known)
  return (await store.insertIdentity(row, tx)) === 'inserted'
}

function identityRow(
  { issuer, subject }: HandoffRow,
  rest: Pick<IdentityRow, 'accountId' | 'via' | 'linkedAt'>,
): IdentityRow {
  return { issuer, subject, ...rest }
}

async function newSession(
  service: ExchangeNeeds,
  { identity, tokens, checkedAt }: RedeemedCode,
  { accountId, pair, now, device }: { accountId: string; pair: TokenPair; now: Date; device: SessionDevice },
) {
  const id = service.random.uuid()
  const { issuer, subject, sid, securityVersion, authenticatedAt, acr } = identity
  const central = { tokens: withRenewalKey(service.random, tokens), sid, securityVersion }
  return {
    ...(await hashedPair(pair)),
    ...{ id, accountId, issuer, subject, authenticatedAt, acr, device },
    central: await sealCentral(service, id, central),
    centralCheckedAt: checkedAt,
    createdAt: now,
    expiresAt: asDate(now, service.settings.absoluteTtlMs),
  }
}
