import type { IncomingMessage } from 'node:http'
import {
  type InsufficientSignIn,
  type SignedOut,
  type SignedOutCode,
  signedOut,
  type Unavailable,
  type UnavailableCode,
} from '@portico/program'

/** Why a visitor is not let through. */
export type Refusal = SignedOut | Unavailable | InsufficientSignIn

/**
 * The header in which the gate tells nginx its refusal, and nginx tells it back when it asks for the answer. A check
 * cannot simply be repeated: it spends a ticket. Whoever makes this header up is refused in another way, and no more.
 */
export const REFUSAL_HEADER = 'x-portico-refusal'

const SIGNED_OUT: Readonly<Record<SignedOutCode, true>> = {
  missing_token: true,
  wrong_token_type: true,
  token_unknown: true,
  access_expired: true,
  session_revoked: true,
  session_expired: true,
  session_ended: true,
  cross_site_request: true,
  ticket_invalid: true,
}

const UNAVAILABLE: Readonly<Record<UnavailableCode, true>> = {
  identity_unavailable: true,
  misconfigured: true,
}

/** The code, and the seconds that belong to it. */
export function refusalHeader(refusal: Refusal): string {
  if (refusal.status === 'unavailable') return `${refusal.code} ${refusal.retryAfterSeconds}`
  return refusal.status === 'insufficient' ? `${refusal.code} ${refusal.maxAgeSeconds}` : refusal.code
}

/** The refusal that nginx tells back. Null if it tells none. */
export function toldRefusal({ headersDistinct }: IncomingMessage): Refusal | null {
  const [told = '', another] = headersDistinct[REFUSAL_HEADER] ?? []
  const [, code = '', digits = ''] = /^([a-z_]+)(?: (\d{1,9}))?$/.exec(told) ?? []
  if (another !== undefined) return null
  if (isIn(SIGNED_OUT, code)) return signedOut(code)
  return digits === '' ? null : refusalWithSeconds(code, Number(digits))
}

function refusalWithSeconds(code: string, seconds: number): Refusal | null {
  if (isIn(UNAVAILABLE, code))
    return { status: 'unavailable', http: 503, code, retryAfterSeconds: seconds, clearLocal: false }
  if (code !== 'insufficient_user_authentication') return null
  return { status: 'insufficient', http: 401, code, clearLocal: false, maxAgeSeconds: seconds, acrValues: [] }
}

function isIn<Code extends string>(codes: Readonly<Record<Code, true>>, code: string): code is Code {
  return Object.hasOwn(codes, code)
}
