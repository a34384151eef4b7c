import { accepted, type Result, refused } from '../platform/result.ts'

/** The scopes (OpenID Connect Core sections 5.4 and 11). No scope gives a phone number. */
export const SCOPES = ['openid', 'profile', 'email', 'offline_access'] as const

/** A scope that a program may ask for. */
export type Scope = (typeof SCOPES)[number]

/** Why a client cannot have these scopes. */
export type ScopeRefusal = 'unknown-scope' | 'openid-missing'

/** The scopes of a new client, unless the operator chooses others. */
export const STANDARD_SCOPE = SCOPES.join(' ')

/** Reads the scopes of a client, and returns them in the order of the list above. */
export function readClientScope(given: string): Result<string, ScopeRefusal> {
  const words = given.split(/\s+/).filter((word) => word !== '')
  if (!words.every((word) => SCOPES.some((scope) => scope === word))) return refused('unknown-scope')
  if (!words.includes('openid')) return refused('openid-missing')
  return accepted(SCOPES.filter((scope) => words.includes(scope)).join(' '))
}
