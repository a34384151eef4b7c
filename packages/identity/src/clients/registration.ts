import { isPrintable, readText } from '../platform/plain-text.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import type { ClientRegistration } from './client.ts'
import { type RedirectUriRefusal, readRedirectUri } from './redirect-uri.ts'
import { readClientScope, type ScopeRefusal } from './scope.ts'

/** Why a client cannot be registered. */
type RegistrationRefusal =
  | 'bad-name'
  | 'no-redirect-uri'
  | 'too-many-redirect-uris'
  | 'repeated-redirect-uri'
  | RedirectUriRefusal
  | ScopeRefusal
  | 'bad-limit'

/** A refusal, and the text that is wrong where there is one. */
export interface RegistrationFault<More = never> {
  readonly refusal: RegistrationRefusal | More
  readonly about: string
}

const MOST_NAME_CHARACTERS = 100
const MOST_REDIRECT_URIS = 50
const MOST_PER_MINUTE = 100_000_000

/**
 * Reads the settings of a client; returns the first fault. It accepts redirect URIs that the client already has,
 * because an earlier release may have allowed more.
 */
export function readRegistration(
  given: ClientRegistration,
  registeredUris: readonly string[] = [],
): Result<ClientRegistration, RegistrationFault> {
  const name = readText(given.name, MOST_NAME_CHARACTERS)
  if (!name.ok || name.value === '' || !isPrintable(name.value))
    return refused({ refusal: 'bad-name', about: '' })
  const scope = readClientScope(given.scope)
  const fault = redirectUriFault(given.redirectUris, registeredUris) ?? limitFault(given)
  if (fault) return refused(fault)
  if (!scope.ok) return refused({ refusal: scope.refusal, about: given.scope })
  return accepted({ ...given, name: name.value, scope: scope.value })
}

function redirectUriFault(
  uris: readonly string[],
  registeredUris: readonly string[],
): RegistrationFault | undefined {
  if (uris.length === 0) return { refusal: 'no-redirect-uri', about: '' }
  if (uris.length > MOST_REDIRECT_URIS) return { refusal: 'too-many-redirect-uris', about: '' }
  const repeated = uris.find((uri, index) => uris.indexOf(uri) !== index)
  if (repeated !== undefined) return { refusal: 'repeated-redirect-uri', about: repeated }
  for (const uri of uris.filter((one) => !registeredUris.includes(one))) {
    const read = readRedirectUri(uri)
    if (!read.ok) return { refusal: read.refusal, about: uri }
  }
  return undefined
}

function limitFault(given: ClientRegistration): RegistrationFault | undefined {
  const limits = [given.tokenLimitPerMinute, given.introspectionLimitPerMinute]
  const bad = limits.find((limit) => limit !== null && !isLimit(limit))
  return bad === undefined || bad === null ? undefined : { refusal: 'bad-limit', about: String(bad) }
}

function isLimit(limit: number): boolean {
  return Number.isInteger(limit) && limit >= 1 && limit <= MOST_PER_MINUTE
}
