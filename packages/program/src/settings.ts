import { type CookieModeConfig, issuerOf, type ProgramSsoConfig } from './config.ts'
import { SsoConfigError } from './config-error.ts'
import { problemsOf } from './config-problems.ts'
import { cookieNamesOf, ownAddressOf } from './cookies/index.ts'
import type { CookieSettings, Settings, ThrottleConfig } from './service.ts'
import { LIMITS, SSO_BASE_PATH } from './wire.ts'

const MINUTE = 60_000

const THROTTLE: Omit<ThrottleConfig, 'outboundCodesPerIpPerMinute'> = {
  beginPerIp: { limit: 60, windowMs: MINUTE },
  beginLinkPerAccount: { limit: 5, windowMs: 10 * MINUTE },
  callbackPerIp: { limit: 120, windowMs: MINUTE },
  callbackFailuresPerIp: { limit: 10, windowMs: MINUTE },
  exchangePerIp: { limit: 60, windowMs: MINUTE },
  exchangeFailuresPerIp: { limit: 10, windowMs: MINUTE },
  refreshPerSession: { limit: 6, windowMs: MINUTE },
  statusPerSession: { limit: 60, windowMs: MINUTE },
  ticketPerSession: { limit: 60, windowMs: MINUTE },
  outboundTokenPerMinute: 110,
  outboundIntrospectPerMinute: 1400,
}

/**
 * The share of the token budget that one address may use. It is far more than one citizen needs, because mobile
 * operators put thousands of citizens behind one address. Two addresses together still leave a part of the sign-in
 * budget.
 */
const SHARE_OF_ONE_ADDRESS = 0.2

type AnyConfig = ProgramSsoConfig<{ id: string }>

/** Checks a configuration and fills in the defaults. Throws SsoConfigError with all problems. */
export function settingsOf(config: ProgramSsoConfig<{ id: string }>): Settings {
  const problems = problemsOf(config)
  if (problems.length > 0) throw new SsoConfigError(problems)
  const { program } = config
  const programBaseUrl = withoutSlash(program.baseUrl)
  return Object.freeze({
    central: centralOf(config, programBaseUrl),
    programBaseUrl,
    programPath: program.path ?? 'unknown',
    returnUris: program.returnUris.map(asWritten),
    listedUris: [...program.returnUris],
    ...timesOf(config),
    ...switchesOf(config),
    throttle: config.throttle === false ? null : throttleOf(config.throttle),
    clientIp: config.clientIp ?? 'socket',
    cors: config.cors !== false,
    development: config.env === 'development' || config.env === 'test',
    cookies: config.cookies ? cookiesOf(config.cookies, program) : null,
  })
}

/**
 * A return address as a browser writes it (WHATWG URL): a host with other letters than ASCII in punycode, a path percent-encoded. The
 * header `Location` has no other signs.
 */
function asWritten(returnUri: string): string {
  return new URL(returnUri).href
}

function switchesOf({
  program,
  housekeeping = true,
  endedFeed = housekeeping,
  tickets = true,
  devices = {},
}: AnyConfig) {
  const keepsAddress = devices.ipAddress === true
  return { enabled: program.enabled ?? true, housekeeping, endedFeed, tickets, keepsAddress }
}

function cookiesOf(cookies: CookieModeConfig, { baseUrl, path }: AnyConfig['program']): CookieSettings {
  const address = ownAddressOf(baseUrl, path)
  return {
    ...address,
    ...cookieNamesOf(cookies.name, address),
    isKeptAfterClosing: cookies.keptAfterClosing ?? false,
    problemPath: cookies.problemPage ?? null,
  }
}

function throttleOf(own: Partial<ThrottleConfig> = {}): ThrottleConfig {
  const rules = { ...THROTTLE, ...own }
  const share = Math.max(1, Math.floor(rules.outboundTokenPerMinute * SHARE_OF_ONE_ADDRESS))
  return { outboundCodesPerIpPerMinute: share, ...rules }
}

/**
 * The budgets of requests to the identity service, for one of several processes that share an address: each counts for itself, and
 * together they may not send more than one process alone.
 */
export function shareOfBudgets(
  processes: number,
  own: Partial<ThrottleConfig> = {},
): Pick<ThrottleConfig, Extract<keyof ThrottleConfig, `outbound${string}`>> {
  const { outboundTokenPerMinute, outboundIntrospectPerMinute, outboundCodesPerIpPerMinute } = throttleOf(own)
  const share = (perMinute: number) => Math.max(1, Math.floor(perMinute / processes))
  return {
    outboundTokenPerMinute: share(outboundTokenPerMinute),
    outboundIntrospectPerMinute: share(outboundIntrospectPerMinute),
    outboundCodesPerIpPerMinute: share(outboundCodesPerIpPerMinute),
  }
}

function timesOf({ validity = {}, session = {} }: ProgramSsoConfig<{ id: string }>) {
  const ceilingMs = validity.ceilingMs ?? LIMITS.validityCeilingMs
  return {
    accessTtlMs: session.accessTtlMs ?? LIMITS.centralAccessMs,
    absoluteTtlMs: session.absoluteTtlMs ?? LIMITS.sessionMaxMs,
    ceilingMs,
    softMs: validity.softMs ?? Math.min(25_000, ceilingMs),
    shareBySid: validity.shareBySid ?? false,
  }
}

function centralOf(config: ProgramSsoConfig<{ id: string }>, programBaseUrl: string): Settings['central'] {
  const { identity, throttle } = config
  const { clientSecret } = identity
  const budgets = throttleOf(throttle === false ? {} : throttle)
  return {
    baseUrl: withoutSlash(identity.baseUrl),
    issuer: issuerOf(identity),
    clientId: identity.clientId,
    clientSecret: typeof clientSecret === 'function' ? clientSecret : async () => clientSecret,
    callbackUrl: `${programBaseUrl}${SSO_BASE_PATH}callback/`,
    timeoutMs: config.validity?.timeoutMs ?? 4000,
    outboundTokenPerMinute: budgets.outboundTokenPerMinute,
    outboundIntrospectPerMinute: budgets.outboundIntrospectPerMinute,
  }
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '')
}
