import type { Basics } from '../platform/foundation.ts'
import { readToken, type TokenKey } from '../platform/opaque-token.ts'
import type { CodeNeeds } from './code.ts'
import { LINK_KINDS } from './link-kinds.ts'
import { findLink, insertLink, type LinkContent, takeLink } from './link-store.ts'
import { type LinkCode, type MintedLink, mintLink } from './mint-link.ts'

/** What a citizen has registered with; `phoneNumber` is `''` for none. */
export interface Registration {
  readonly email: string
  readonly fullName: string
  readonly phoneNumber: string
  readonly language: string
}

/** A registration that waits for its link to be used. */
export interface WaitingRegistration {
  readonly key: TokenKey
  readonly registration: Registration
}

/** Stores a link for a registration. The account that it makes will have this id. */
export async function storeRegistration(
  needs: Pick<Basics, 'db' | 'clock'> & CodeNeeds & { readonly baseUrl: string },
  citizenId: string,
  registration: Registration,
  code: LinkCode,
): Promise<MintedLink> {
  const rules = LINK_KINDS.registration
  const link = mintLink(needs, rules, citizenId, code)
  await insertLink(needs.db, { ...link, ...registration, kind: rules.kind, securityVersion: null })
  return link
}

/** Finds the registration of a link, if the link is valid. Changes nothing, however often it is called. */
export async function findRegistration(
  { db, clock }: Pick<Basics, 'db' | 'clock'>,
  value: string,
): Promise<WaitingRegistration | undefined> {
  const key = readToken(LINK_KINDS.registration.token, value)
  const registration = key && registrationIn(await findLink(db, key, clock.now()))
  return registration && { key, registration }
}

/** Deletes a registration, and returns it where its link was valid: for one of several concurrent callers. */
export async function spendRegistration(
  { db, clock }: Pick<Basics, 'db' | 'clock'>,
  key: TokenKey,
): Promise<Registration | undefined> {
  return registrationIn(await takeLink(db, key, clock.now()))
}

/** A row of this kind has all of it, as the table demands. */
// excused: "email === null || fullName === null || phoneNumber === null || language === null" because the table refuses such a row; this is for the types.
function registrationIn(kept: LinkContent | undefined): Registration | undefined {
  if (!kept) return undefined
  const { email, fullName, phoneNumber, language } = kept
  if (email === null || fullName === null || phoneNumber === null || language === null) return undefined
  return { email, fullName, phoneNumber, language }
}
