import { type Language, languageWith } from '../platform/languages.ts'
import { isPrintable, readText } from '../platform/plain-text.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import type { ClientRegistration } from './client.ts'
import { isOnOriginOf } from './program.ts'
import { type RedirectUriRefusal, readRedirectUri } from './redirect-uri.ts'
import { readClientScope, type ScopeRefusal } from './scope.ts'

/** Why a client cannot be registered. */
type RegistrationRefusal =
  | 'bad-name'
  | 'bad-name-in'
  | 'unknown-language'
  | 'no-redirect-uri'
  | 'too-many-redirect-uris'
  | 'repeated-redirect-uri'
  | RedirectUriRefusal
  | ScopeRefusal
  | 'bad-home'
  | 'home-elsewhere'
  | 'bad-home-in'
  | 'home-elsewhere-in'
  | 'bad-limit'

/** A refusal, and the text that is wrong where there is one. */
export interface RegistrationFault<More = never> {
  readonly refusal: RegistrationRefusal | More
  readonly about: string
}

const MOST_NAME_CHARACTERS = 100
const MOST_REDIRECT_URIS = 50
/** A waiting request carries it through the sign-in, in an address and in cookies. */
const MOST_HOME_CHARACTERS = 500
const MOST_PER_MINUTE = 100_000_000

/**
 * Reads the settings of a client; returns the first fault. It accepts redirect URIs that the client already has,
 * because an earlier release may have allowed more.
 */
export function readRegistration(
  given: ClientRegistration,
  registeredUris: readonly string[] = [],
): Result<ClientRegistration, RegistrationFault> {
  const name = readName(given.name)
  if (name === undefined) return refused({ refusal: 'bad-name', about: '' })
  const names = readNames(given.names)
  if (!names.ok) return names
  const scope = readClientScope(given.scope)
  const fault = redirectUriFault(given.redirectUris, registeredUris) ?? homeFault(given) ?? limitFault(given)
  if (fault) return refused(fault)
  const homes = readHomes(given)
  if (!homes.ok) return homes
  if (!scope.ok) return refused({ refusal: scope.refusal, about: given.scope })
  return accepted({ ...given, name, names: names.value, homes: homes.value, scope: scope.value })
}

/** A name that a page can show; nothing for any other text. */
function readName(given: string): string | undefined {
  const name = readText(given, MOST_NAME_CHARACTERS)
  return name.ok && name.value !== '' && isPrintable(name.value) ? name.value : undefined
}

function readNames(
  given: ClientRegistration['names'],
): Result<ClientRegistration['names'], RegistrationFault> {
  const names: Partial<Record<Language, string>> = {}
  for (const [tag, text] of Object.entries(given)) {
    const [language, name] = [languageWith(tag), readName(text)]
    if (language === undefined) return refused({ refusal: 'unknown-language', about: tag })
    if (name === undefined) return refused({ refusal: 'bad-name-in', about: tag })
    names[language] = name
  }
  return accepted(names)
}

/** The home is checked like a redirect URI, and is on the origin of one: no page leads a citizen to anywhere else. */
function homeFault({ home, redirectUris }: ClientRegistration): RegistrationFault<never> | undefined {
  const refusal = home === null ? undefined : whyNoHome(home, redirectUris)
  return refusal && { refusal, about: home ?? '' }
}

function whyNoHome(home: string, redirectUris: readonly string[]): 'bad-home' | 'home-elsewhere' | undefined {
  if (home.length > MOST_HOME_CHARACTERS || !readRedirectUri(home).ok) return 'bad-home'
  return isOnOriginOf(home, redirectUris) ? undefined : 'home-elsewhere'
}

function readHomes({
  homes: given,
  redirectUris,
}: ClientRegistration): Result<ClientRegistration['homes'], RegistrationFault> {
  const homes: Partial<Record<Language, string>> = {}
  for (const [tag, home] of Object.entries(given)) {
    const [language, refusal] = [languageWith(tag), whyNoHome(home, redirectUris)]
    if (language === undefined) return refused({ refusal: 'unknown-language', about: tag })
    if (refusal) return refused({ refusal: `${refusal}-in`, about: tag })
    homes[language] = home
  }
  return accepted(homes)
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
