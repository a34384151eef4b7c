import { accepted, type Result, refused } from '../platform/result.ts'

/** The scopes that there are (OpenID Connect Core sections 5.4 and 11); a phone number is never given by scope. */
export const SCOPES = ['openid', 'profile', 'email', 'offline_access'] as const

/** One scope. */
export type Scope = (typeof SCOPES)[number]

/** Why a client cannot have these scopes. */
export type ScopeRefusal = 'unknown-scope' | 'openid-missing'

/** What a client may ask for unless told otherwise. */
export const STANDARD_SCOPE = SCOPES.join(' ')

/** Reads the scopes that a client may ask for, into the order of the list above. */
export function readClientScope(given: string): Result<string, ScopeRefusal> {
  const words = given.split(/\s+/).filter((word) => word !== '')
  if (!words.every((word) => SCOPES.some((scope) => scope === word))) return refused('unknown-scope')
  if (!words.includes('openid')) return refused('openid-missing')
  return accepted(SCOPES.filter((scope) => words.includes(scope)).join(' '))
}
