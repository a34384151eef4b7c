import { type Language, languageWith } from '../platform/languages.ts'
import { isPrintable, readText } from '../platform/plain-text.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import type { ClientRegistration } from './client.ts'
import { isOnOriginOf } from './program.ts'
import { type RedirectUriRefusal, readRedirectUri } from './redirect-uri.ts'
import { readClientScope, type ScopeRefusal } from './scope.ts'

/** Why an address is no home of a client. */
type HomeRefusal = 'bad-home' | 'home-on-blocked-port' | 'home-elsewhere'

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
  | HomeRefusal
  | `${HomeRefusal}-in`
  | 'bad-limit'

/** A refusal, and the text that is wrong where there is one. */
export interface RegistrationFault<More = never> {
  readonly refusal: RegistrationRefusal | More
  readonly about: string
  /** What else is wrong, where something is. */
  readonly others?: readonly RegistrationFault[]
}

const MOST_NAME_CHARACTERS = 100
const MOST_REDIRECT_URIS = 50
/** A waiting request carries it through the sign-in, in an address and in cookies. */
const MOST_HOME_CHARACTERS = 500
const MOST_PER_MINUTE = 100_000_000

/**
 * Reads the settings of a client; returns the first fault, with the others. It accepts redirect URIs and homes that the client already has,
 * because an earlier release may have allowed more.
 */
export function readRegistration(
  given: ClientRegistration,
  registered: RegisteredAddresses = NOT_REGISTERED,
): Result<ClientRegistration, RegistrationFault> {
  const read = readWholeRegistration(given, registered)
  if (read.ok) return read
  const [first, ...others] = read.refusal
  return refused({ ...first, ...(others.length > 0 && { others }) })
}

/** The addresses of a client as they are stored. */
type RegisteredAddresses = Pick<ClientRegistration, 'redirectUris' | 'home' | 'homes'>

const NOT_REGISTERED: RegisteredAddresses = { redirectUris: [], home: null, homes: {} }

/** One fault or more. */
type Faults = readonly [RegistrationFault, ...RegistrationFault[]]

/** The same; returns every fault, but none that may only follow from another one. */
export function readWholeRegistration(
  given: ClientRegistration,
  registered: RegisteredAddresses = NOT_REGISTERED,
): Result<ClientRegistration, Faults> {
  const name = readName(given.name)
  const scope = readClientScope(given.scope)
  const uris = redirectUriFaults(given.redirectUris, registered.redirectUris)
  const isSaidOfUris = ({ refusal }: RegistrationFault) =>
    uris.length > 0 && (refusal === 'home-elsewhere' || refusal === 'home-elsewhere-in')
  const homesBefore = [registered.home, ...Object.values(registered.homes)]
  const [names, homes] = [readNames(given.names), readHomes(given, homesBefore)]
  const [first, ...others] = [
    ...(name === undefined ? [{ refusal: 'bad-name', about: '' } as const] : []),
    ...names.faults,
    ...uris,
    ...[...homeFaults(given, homesBefore), ...limitFaults(given), ...homes.faults].filter(
      (one) => !isSaidOfUris(one),
    ),
    ...(scope.ok ? [] : [{ refusal: scope.refusal, about: given.scope }]),
  ]
  if (first || name === undefined || !scope.ok)
    return refused([first ?? { refusal: 'bad-name', about: '' }, ...others])
  return accepted({ ...given, name, names: names.texts, homes: homes.texts, scope: scope.value })
}

/** A name that a page can show; nothing for any other text. */
function readName(given: string): string | undefined {
  const name = readText(given, MOST_NAME_CHARACTERS)
  return name.ok && name.value !== '' && isPrintable(name.value) ? name.value : undefined
}

/** Texts by their languages, and what is wrong with the others. */
interface ReadTexts {
  readonly texts: ClientRegistration['names']
  readonly faults: readonly RegistrationFault[]
}

function readTexts(
  given: ClientRegistration['names'],
  read: (text: string) => Result<string, RegistrationRefusal>,
): ReadTexts {
  const texts: Partial<Record<Language, string>> = {}
  const faults: RegistrationFault[] = []
  for (const [tag, text] of Object.entries(given)) {
    const [language, value] = [languageWith(tag), read(text)]
    if (language === undefined) faults.push({ refusal: 'unknown-language', about: tag })
    else if (!value.ok) faults.push({ refusal: value.refusal, about: tag })
    else texts[language] = value.value
  }
  return { texts, faults }
}

function readNames(given: ClientRegistration['names']): ReadTexts {
  return readTexts(given, (text) => {
    const name = readName(text)
    return name === undefined ? refused('bad-name-in') : accepted(name)
  })
}

/** The home is checked like a redirect URI, and is on the origin of one: no page leads a citizen to anywhere else. */
function homeFaults(
  { home, redirectUris }: ClientRegistration,
  before: readonly (string | null)[],
): readonly RegistrationFault[] {
  const refusal = home === null ? undefined : whyNoHome(home, redirectUris, before)
  return refusal ? [{ refusal, about: home ?? '' }] : []
}

function whyNoHome(
  home: string,
  redirectUris: readonly string[],
  before: readonly (string | null)[],
): HomeRefusal | undefined {
  if (!before.includes(home)) {
    const read = readRedirectUri(home)
    if (!read.ok && read.refusal === 'blocked-port') return 'home-on-blocked-port'
    if (!read.ok || home.length > MOST_HOME_CHARACTERS) return 'bad-home'
  }
  return isOnOriginOf(home, redirectUris) ? undefined : 'home-elsewhere'
}

function readHomes(
  { homes, redirectUris }: ClientRegistration,
  before: readonly (string | null)[],
): ReadTexts {
  return readTexts(homes, (home) => {
    const refusal = whyNoHome(home, redirectUris, before)
    return refusal ? refused(`${refusal}-in` as const) : accepted(home)
  })
}

function redirectUriFaults(
  uris: readonly string[],
  registeredUris: readonly string[],
): readonly RegistrationFault[] {
  if (uris.length === 0) return [{ refusal: 'no-redirect-uri', about: '' }]
  if (uris.length > MOST_REDIRECT_URIS) return [{ refusal: 'too-many-redirect-uris', about: '' }]
  const repeated = new Set(uris.filter((uri, index) => uris.indexOf(uri) !== index))
  const unfit = [...new Set(uris)].flatMap((about) => {
    const read = registeredUris.includes(about) ? undefined : readRedirectUri(about)
    return read && !read.ok ? [{ refusal: read.refusal, about }] : []
  })
  return [...[...repeated].map((about) => ({ refusal: 'repeated-redirect-uri', about }) as const), ...unfit]
}

function limitFaults(given: ClientRegistration): readonly RegistrationFault[] {
  return [given.tokenLimitPerMinute, given.introspectionLimitPerMinute].flatMap((limit) =>
    limit === null || isLimit(limit) ? [] : [{ refusal: 'bad-limit' as const, about: String(limit) }],
  )
}

function isLimit(limit: number): boolean {
  return Number.isInteger(limit) && limit >= 1 && limit <= MOST_PER_MINUTE
}
