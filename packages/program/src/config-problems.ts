import type { EnvironmentConfig, ProgramSsoConfig } from './config.ts'
import type { ConfigProblem } from './config-error.ts'
import { ownAddressOf, returnPathOf } from './cookies/index.ts'
import { base64ToBytes, isOnBlockedPort, isSecret, readNetwork } from './platform/index.ts'
import { LIMITS } from './wire.ts'

type AnyConfig = ProgramSsoConfig<{ id: string }>

/** Lists all problems of a configuration. */
export function problemsOf(config: AnyConfig): readonly ConfigProblem[] {
  return [
    ...problemsOfEnvironment(config),
    ...limitProblems(config),
    ...storeProblems(config),
    ...cookieProblems(config),
  ]
}

/**
 * Lists all problems of a configuration from `configFromEnv`. For a program that reports them together with its own. In
 * cookie mode, a program without an app needs no return address.
 */
export function problemsOfEnvironment(
  config: EnvironmentConfig & Pick<ProgramSsoConfig<{ id: string }>, 'cookies'>,
): readonly ConfigProblem[] {
  return [
    ...identityProblems(config.identity),
    ...urlProblems('program.baseUrl', config.program.baseUrl, 'SSO_PROGRAM_URL=https://permits.example'),
    ...pathProblems(config.program),
    ...(config.cookies && config.program.returnUris.length === 0
      ? []
      : returnUriProblems(config.program.returnUris)),
    ...keyProblems(config.encryptionKeys),
    ...clientIpProblems(config),
  ]
}

function identityProblems(identity: AnyConfig['identity']): ConfigProblem[] {
  const problems = urlProblems('identity.baseUrl', identity.baseUrl, 'SSO_IDENTITY_URL=https://id.example')
  const { clientSecret, issuer } = identity
  if (issuer !== undefined)
    problems.push(...urlProblems('identity.issuer', issuer, 'SSO_ISSUER=https://id.example'))
  if (identity.clientId === '') problems.push(missing('identity.clientId', 'SSO_CLIENT_ID'))
  if (typeof clientSecret === 'function') return problems
  if (!isSecret(clientSecret) || clientSecret.reveal() === '')
    problems.push(missing('identity.clientSecret', 'SSO_CLIENT_SECRET'))
  return problems
}

function missing(path: string, variable: string): ConfigProblem {
  return {
    path,
    got: 'nothing',
    expected: 'is required',
    fix: `set ${variable} to the value that "portico client add" printed`,
  }
}

const ON_OPEN_PORT = 'must be on a port that browsers open'

function urlProblems(path: string, value: string, example: string): ConfigProblem[] {
  const expected = faultOfAddress(URL.canParse(value) ? new URL(value) : null)
  return expected
    ? [{ path, got: JSON.stringify(value), expected, fix: fixOf(expected, `set ${example}`) }]
    : []
}

function faultOfAddress(url: URL | null): string | null {
  if (!url || !/^https?:$/.test(url.protocol)) return 'must be a full https address'
  if (url.protocol === 'http:' && !isLoopback(url)) return 'must be https outside localhost'
  if (url.search || url.hash || url.username || url.password) return 'must have no query, fragment or user'
  return isOnBlockedPort(url) ? ON_OPEN_PORT : null
}

function fixOf(expected: string, otherwise: string): string {
  return expected === ON_OPEN_PORT ? 'choose another port: no browser and no fetch opens this one' : otherwise
}

function pathProblems({ path = 'kept' }: AnyConfig['program']): ConfigProblem[] {
  if (path === 'kept' || path === 'removed') return []
  const fix = 'set SSO_PROGRAM_PATH=removed if the proxy removes the path of SSO_PROGRAM_URL, otherwise kept'
  return [{ path: 'program.path', got: JSON.stringify(path), expected: 'must be kept or removed', fix }]
}

/** Whether an address is on this machine. */
export function isLoopback(url: URL): boolean {
  const { hostname } = url
  return (
    hostname === 'localhost' ||
    hostname === '[::1]' ||
    hostname.endsWith('.localhost') ||
    /^127(\.\d{1,3}){3}$/.test(hostname)
  )
}

function returnUriProblems(uris: readonly string[]): ConfigProblem[] {
  const fix = 'list each return address in full in SSO_RETURN_URIS'
  if (uris.length === 0)
    return [{ path: 'program.returnUris', got: 'none', expected: 'must have at least one address', fix }]
  return uris.flatMap((uri, index) => {
    const expected = faultOfReturnUri(uri)
    if (!expected) return []
    const path = `program.returnUris[${index}]`
    return [{ path, got: JSON.stringify(uri), expected, fix: fixOf(expected, fix) }]
  })
}

/** Why an address is not allowed as a return address, or null. */
export function faultOfReturnUri(uri: string): string | null {
  if (uri.includes('*')) return 'must have no wildcard'
  if (!URL.canParse(uri) || /[\s\\]/.test(uri)) return 'must be a full address'
  if (uri.includes('#')) return 'must have no fragment'
  return faultOfUrl(new URL(uri))
}

function faultOfUrl(url: URL): string | null {
  if (/^(javascript|data|vbscript|blob|file|about):$/.test(url.protocol))
    return 'must have a scheme that neither runs code nor reads files'
  if (url.username || url.password) return 'must name no user'
  if (url.searchParams.has('sso_code') || url.searchParams.has('sso_error'))
    return 'must not contain sso_code or sso_error'
  if (url.protocol === 'http:' && !isLoopback(url)) return 'must be https outside localhost'
  return /^https?:$/.test(url.protocol) && isOnBlockedPort(url) ? ON_OPEN_PORT : null
}

function keyProblems(keys: AnyConfig['encryptionKeys']): ConfigProblem[] {
  const fix = 'run: npx portico-program keygen'
  if (keys.length === 0)
    return [{ path: 'encryptionKeys', got: 'none', expected: 'must have at least one key', fix }]
  return keys.flatMap(({ id, key }, index) => {
    const path = `encryptionKeys[${index}]`
    if (!/^[A-Za-z0-9._-]{1,64}$/.test(id))
      return [{ path, got: 'no valid name before the colon', expected: 'must be id:base64', fix }]
    if (keys.findIndex((other) => other.id === id) !== index)
      return [{ path, got: id, expected: 'must have a name of its own', fix }]
    const length = base64ToBytes(key.reveal())?.length
    return length === 32
      ? []
      : [
          {
            path,
            got: length === undefined ? 'text that is not base64' : `${length} bytes`,
            expected: 'must be 32 bytes',
            fix,
          },
        ]
  })
}

function limitProblems({ validity = {}, session = {} }: AnyConfig): ConfigProblem[] {
  const within = (
    path: string,
    value: number | undefined,
    [least, most]: [number, number],
  ): ConfigProblem[] =>
    value === undefined || (value >= least && value <= most)
      ? []
      : [
          {
            path,
            got: String(value),
            expected: `must be between ${least} and ${most}`,
            fix: 'change it in the code that calls createProgramSso',
          },
        ]
  const ceiling = validity.ceilingMs ?? LIMITS.validityCeilingMs
  return [
    ...within('validity.ceilingMs', validity.ceilingMs, [1000, LIMITS.validityCeilingMs]),
    ...within('validity.softMs', validity.softMs, [500, ceiling]),
    ...within('validity.timeoutMs', validity.timeoutMs, [100, 5000]),
    ...within('session.accessTtlMs', session.accessTtlMs, [1000, LIMITS.centralAccessMs]),
    ...within('session.absoluteTtlMs', session.absoluteTtlMs, [1000, LIMITS.sessionMaxMs]),
  ]
}

/** With fewer than one trusted proxy, a visitor could choose the address. */
function clientIpProblems({ clientIp }: Pick<AnyConfig, 'clientIp'>): ConfigProblem[] {
  if (typeof clientIp !== 'object') return []
  if ('trustedProxies' in clientIp) return proxyProblems(clientIp.trustedProxies)
  const { header, trustedHops } = clientIp
  const problem = (field: string, got: string, expected: string, fix: string) => ({
    ...{ path: `clientIp.${field}`, got, expected, fix },
  })
  return [
    ...(Number.isInteger(trustedHops) && trustedHops >= 1
      ? []
      : [
          problem(
            'trustedHops',
            String(trustedHops),
            'must be 1 or more',
            'count your proxies that append to the header',
          ),
        ]),
    ...(/^[A-Za-z0-9-]+$/.test(header)
      ? []
      : [problem('header', JSON.stringify(header), 'must be the name of a header', 'write x-forwarded-for')]),
  ]
}

function proxyProblems(ranges: readonly string[]): ConfigProblem[] {
  return ranges.flatMap((range, index) =>
    readNetwork(range)
      ? []
      : [
          {
            path: `clientIp.trustedProxies[${index}]`,
            got: JSON.stringify(range),
            expected: 'must be an address or a CIDR range',
            fix: 'set SSO_TRUSTED_PROXIES=10.0.0.0/8',
          },
        ],
  )
}

const COOKIE_NAME = /^[A-Za-z0-9_-]{1,32}$/

function cookieProblems({ cookies, program }: AnyConfig): ConfigProblem[] {
  if (!cookies || !URL.canParse(program.baseUrl)) return []
  const { name = 'portico', problemPage } = cookies
  const problem = (path: string, got: string, expected: string) => ({
    ...{ path, got: JSON.stringify(got), expected },
    fix: 'change it in the code that calls createProgramSso',
  })
  return [
    ...(COOKIE_NAME.test(name)
      ? []
      : [problem('cookies.name', name, 'must be 1 to 32 letters, digits, _ or -')]),
    ...(problemPage === undefined || returnPathOf(problemPage, ownAddressOf(program.baseUrl)) === problemPage
      ? []
      : [problem('cookies.problemPage', problemPage, 'must be a path of the program')]),
  ]
}

function storeProblems({ store, env }: AnyConfig): ConfigProblem[] {
  if (store.name !== 'memory' || (env ?? 'production') !== 'production') return []
  const fix =
    'use postgresStore(pool), mysqlStore(pool), or sqliteStore(database) with a file, or set NODE_ENV=development'
  return [{ path: 'store', got: 'a store in memory', expected: 'is only for development and tests', fix }]
}
