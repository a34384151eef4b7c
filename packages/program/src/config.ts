import type { AccountAdapter } from './accounts.ts'
import { SsoConfigError } from './config-error.ts'
import { cookieNamesOf, ownAddressOf, type ProgramPath } from './cookies/index.ts'
import { type Clock, type Logger, type Secret, secret } from './platform/index.ts'
import type { ProgramEvent } from './program-sso.ts'
import type { EncryptionKey } from './sealing/index.ts'
import { readSecrets } from './secret-files.ts'
import type { ClientIp, ThrottleConfig } from './service.ts'
import {
  isStoreName,
  type SsoStore,
  STORE_NAME_RULE,
  type StoreOwner,
  USUAL_STORE_NAME,
} from './store/index.ts'
import { unknownProblems } from './unknown-settings.ts'

/** The configuration of `createProgramSso`. */
export interface ProgramSsoConfig<Account extends { id: string }, Tx = unknown> {
  /** `issuer` is the same as `baseUrl` by default. */
  readonly identity: {
    readonly baseUrl: string
    readonly issuer?: string
    readonly clientId: string
    readonly clientSecret: Secret | (() => Promise<Secret>)
  }
  /**
   * The base address is never taken from a request. `returnUris` are compared as whole strings. `path` says what the proxy does with
   * the path of the base address. Without it, a path that begins so counts as kept.
   */
  readonly program: {
    readonly baseUrl: string
    readonly returnUris: readonly string[]
    readonly enabled?: boolean
    readonly path?: 'kept' | 'removed'
  }
  /** The first key encrypts. All keys decrypt. */
  readonly encryptionKeys: readonly EncryptionKey[]
  readonly store: SsoStore<Tx>
  readonly accounts: AccountAdapter<Account, Tx>
  /** The defaults are 15 minutes and 14 days. 14 days is the maximum. */
  readonly session?: { readonly accessTtlMs?: number; readonly absoluteTtlMs?: number }
  /**
   * `ceilingMs` is at most 30 000. If the platform runs no work after the response, set `softMs` equal to `ceilingMs`.
   * With `shareBySid`, the local sessions of one central session share an active answer within this process. It is off
   * by default.
   */
  readonly validity?: {
    readonly ceilingMs?: number
    readonly softMs?: number
    readonly timeoutMs?: number
    readonly shareBySid?: boolean
  }
  /**
   * Whether the program purges by itself: about once a minute, in one process at a time. True by default. If the
   * platform runs no work between requests, set it to false and call `purge()`.
   */
  readonly housekeeping?: boolean
  /**
   * Whether each process that is in use listens for ended sessions at the identity service, with one request that waits. A
   * session then needs no check every 30 seconds, and an end counts within a second. Without such an endpoint, or while it does not
   * answer, each session is checked every 30 seconds. True by default, unless `housekeeping` is false: a platform that runs no work
   * between requests cannot listen.
   */
  readonly endedFeed?: boolean
  readonly throttle?: Partial<ThrottleConfig> | false
  readonly clientIp?: ClientIp
  readonly cors?: 'from-return-uris' | false
  /**
   * Whether the app may ask for one-time tickets, for event streams, WebSockets and downloads. True by default. Without
   * them, `ticket/` does not exist, and `acceptTicket` accepts nothing.
   */
  readonly tickets?: boolean
  /**
   * What a session keeps of the browser that opened it. The names of browser and system are always kept; they are in no
   * list of a program that does not show them. With `ipAddress: true`, the address is kept too, as `clientIp` finds it. It is
   * false by default: an address is personal data, and a citizen recognises a device without it.
   */
  readonly devices?: { readonly ipAddress?: boolean }
  /** Cookie mode, for programs that render pages on the server. Without it, no cookie is set or read. */
  readonly cookies?: CookieModeConfig
  readonly hooks?: { readonly onEvent?: (event: ProgramEvent) => void }
  readonly clock?: Clock
  readonly fetch?: typeof globalThis.fetch
  readonly logger?: Logger
  readonly env?: 'production' | 'development' | 'test'
}

/** Cookie mode. An empty object switches it on. */
export interface CookieModeConfig {
  /** The name of the cookie after `__Host-`. By default `portico`, with the port and the path of `program.baseUrl`. */
  readonly name?: string
  /** Whether a citizen stays signed in when the browser closes. False by default, for computers that are shared. */
  readonly keptAfterClosing?: boolean
  /**
   * The path of a page of the program that explains why a sign-in did not work. It gets `sso_error` and `return_to`.
   * Without it, the citizen sees a plain page.
   */
  readonly problemPage?: string
}

/** The part of the configuration that `configFromEnv` reads. */
export type EnvironmentConfig = Pick<
  ProgramSsoConfig<{ id: string }>,
  'identity' | 'program' | 'encryptionKeys' | 'clientIp' | 'env'
>

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads SSO_IDENTITY_URL, SSO_ISSUER (optional), SSO_CLIENT_ID, SSO_CLIENT_SECRET, SSO_PROGRAM_URL, SSO_RETURN_URIS
 * (separated by spaces), SSO_PROGRAM_PATH (optional: `kept` or `removed`), SSO_ENCRYPTION_KEYS (`id:base64`, separated by spaces or commas), SSO_TRUSTED_PROXIES
 * (optional: addresses or CIDR ranges of the program's own proxies) and NODE_ENV. A missing value becomes an empty one,
 * and `createProgramSso` reports it together with all other problems. The secret and the keys may be in files, which
 * SSO_CLIENT_SECRET_FILE and SSO_ENCRYPTION_KEYS_FILE name. Throws SsoConfigError where such a file is wrong, and for a name that
 * begins with SSO_ and is no setting, unless SSO_ALLOW_UNKNOWN_SETTINGS is 1: a misspelt name would leave a default in its place.
 */
export function configFromEnv(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): EnvironmentConfig {
  const unknown = unknownProblems(environment)
  if (unknown.length > 0) throw new SsoConfigError(unknown)
  return readSettings(environment)
}

/** The same for who reports unknown names together with the other problems. */
export function readSettings(environment: Environment = process.env): EnvironmentConfig {
  const value = (name: string) => environment[name]?.trim() ?? ''
  const issuer = value('SSO_ISSUER')
  const path = value('SSO_PROGRAM_PATH')
  const baseUrl = value('SSO_IDENTITY_URL')
  const secrets = readSecrets(environment, ['SSO_CLIENT_SECRET', 'SSO_ENCRYPTION_KEYS'])
  const clientSecret = secret(secrets.SSO_CLIENT_SECRET)
  const trustedProxies = words(value('SSO_TRUSTED_PROXIES'), /[\s,]+/)
  return {
    identity: { baseUrl, clientId: value('SSO_CLIENT_ID'), clientSecret, ...(issuer ? { issuer } : {}) },
    program: {
      baseUrl: value('SSO_PROGRAM_URL'),
      returnUris: words(value('SSO_RETURN_URIS'), /\s+/),
      // Another word is reported with the other problems.
      ...(path ? { path: path as ProgramPath } : {}),
    },
    encryptionKeys: words(secrets.SSO_ENCRYPTION_KEYS, /[\s,]+/).map(keyOf),
    ...(trustedProxies.length > 0 ? { clientIp: { trustedProxies } } : {}),
    env: environmentName(value('NODE_ENV')),
  }
}

/** The environment of this process, for the commands that it starts. */
export const processEnvironment = (): Environment => process.env

/**
 * The address of the database for the command: DATABASE_URL, or the content of the file that DATABASE_URL_FILE names, or
 * null if neither is set. Throws SsoConfigError where the file is wrong.
 */
export function databaseUrlFromEnv(environment: Environment = process.env): string | null {
  return readSecrets(environment, ['DATABASE_URL']).DATABASE_URL || null
}

/**
 * The name of the program's store: SSO_STORE_NAME, or `sso`. It is the schema in PostgreSQL, and what the names of tables
 * begin with elsewhere. Each program in one database needs its own. Throws SsoConfigError where the name is wrong.
 */
export function storeNameFromEnv(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string {
  const name = environment['SSO_STORE_NAME']?.trim() || USUAL_STORE_NAME
  if (isStoreName(name)) return name
  throw new SsoConfigError([
    {
      path: 'SSO_STORE_NAME',
      got: JSON.stringify(name),
      expected: STORE_NAME_RULE,
      fix: 'set SSO_STORE_NAME=permits_sso',
    },
  ])
}

/** The name of the session cookie of a program in cookie mode, with its prefix `__Host-`. */
export function cookieNameOf(cookies: CookieModeConfig, programBaseUrl: string): string {
  return cookieNamesOf(cookies.name, ownAddressOf(programBaseUrl)).name
}

/** The program whose settings these are, for its store. Undefined if SSO_CLIENT_ID or SSO_IDENTITY_URL is not set. */
export function ownerFromEnv(environment: Environment = process.env): StoreOwner | undefined {
  const value = (name: string) => environment[name]?.trim() ?? ''
  const [clientId, baseUrl] = [value('SSO_CLIENT_ID'), value('SSO_IDENTITY_URL')]
  if (clientId === '' || baseUrl === '') return undefined
  return { clientId, issuer: issuerOf({ baseUrl, issuer: value('SSO_ISSUER') || undefined }) }
}

/** The issuer of the ID tokens: the address of the identity service, unless another one is set. */
export function issuerOf({
  baseUrl,
  issuer,
}: {
  readonly baseUrl: string
  readonly issuer?: string | undefined
}): string {
  return issuer ?? baseUrl.replace(/\/+$/, '')
}

function words(text: string, separator: RegExp): string[] {
  return text.split(separator).filter((word) => word !== '')
}

function keyOf(text: string): EncryptionKey {
  const colon = text.indexOf(':')
  return { id: text.slice(0, Math.max(colon, 0)), key: secret(text.slice(colon + 1)) }
}

function environmentName(name: string): 'production' | 'development' | 'test' {
  return name === 'development' || name === 'test' ? name : 'production'
}
