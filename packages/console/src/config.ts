import {
  type Brand,
  type LimitConfig,
  readBrandSetting,
  readLimits,
  readOwnOrigin,
  readTimeZone,
  type TimeZone,
  type TrustedProxies,
  trustedProxies,
  UTC,
} from '@portico/identity/parts'
import { readSecrets, type Secret, secret } from '@portico/program'

/** The settings of the console. */
export interface ConsoleConfig {
  /** Where operators open it: an origin. */
  readonly url: string
  readonly host: string
  readonly port: number
  /** Where `/metrics` is; undefined for nowhere. */
  readonly metricsPort: number | undefined
  /** The address of the database, with the role that `portico console prepare` was given. */
  readonly databaseUrl: string
  readonly identityUrl: string
  readonly clientId: string
  readonly clientSecret: Secret
  /** 32 bytes in base64, for what the console keeps of a sign-in. */
  readonly key: Secret
  readonly serviceName: string
  /** How the deployment looks: the file that the service reads, too. Without a name where a setting of the console names the service. */
  readonly brand: Brand | undefined
  /** That of the service's pages and letters, so that an operator and a caller speak of the same hour. */
  readonly timeZone: TimeZone
  readonly trustedProxies: TrustedProxies
  /** How many looks at citizens an operator has within an hour. */
  readonly looksPerHour: number
  /** How many times an operator may uncover personal data within an hour. */
  readonly uncoversPerHour: number
  /** The limits of the service, which its `PORTICO_LIMIT_…` settings change: what is said about a spent one depends on them. */
  readonly limits: LimitConfig
}

/** The settings are wrong. `faults` has a sentence for each. */
export class ConsoleConfigFaults extends Error {
  override readonly name = 'ConsoleConfigFaults'
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(faults.join('\n'))
    this.faults = faults
  }
}

type Environment = Readonly<Record<string, string | undefined>>

const SECRETS = [
  'PORTICO_CONSOLE_DATABASE_URL',
  'PORTICO_CONSOLE_CLIENT_SECRET',
  'PORTICO_CONSOLE_KEY',
] as const

const OTHERS = [
  ...['PORTICO_CONSOLE_URL', 'PORTICO_CONSOLE_HOST', 'PORTICO_CONSOLE_PORT', 'PORTICO_CONSOLE_IDENTITY_URL'],
  ...['PORTICO_CONSOLE_CLIENT_ID', 'PORTICO_CONSOLE_SERVICE_NAME', 'PORTICO_CONSOLE_TRUSTED_PROXIES'],
  ...['PORTICO_CONSOLE_LOOKS_PER_HOUR', 'PORTICO_CONSOLE_UNCOVERS_PER_HOUR', 'PORTICO_CONSOLE_METRICS_PORT'],
] as const

const KNOWN: ReadonlySet<string> = new Set([...OTHERS, ...SECRETS, ...SECRETS.map((name) => `${name}_FILE`)])

/** Sign-ins are kept by a driver that takes one host. */
const SEVERAL_HOSTS = /^[^/]*\/\/[^/?#]*,|[?&](?:host|port)=[^&]*(?:,|%2c)/i

const KEY = /^[A-Za-z0-9+/]{43}=$/

/** Reads the settings. Throws ConsoleConfigFaults with everything that is wrong, and SsoConfigError where a file of a secret is. */
export function readConsoleConfig(environment: Environment = process.env): ConsoleConfig {
  const faults: string[] = []
  const secrets = readSecrets(environment, SECRETS)
  const text = (name: string, otherwise?: string) => {
    const value = environment[name]?.trim() || otherwise
    if (value === undefined) faults.push(`${name} is not set: portico console prepare prints it.`)
    return value ?? ''
  }
  const number = (name: string, otherwise: number, [least, most]: readonly [number, number]) => {
    const value = text(name, String(otherwise))
    const read = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
    if (!(read >= least && read <= most)) faults.push(`${name} must be a number from ${least} to ${most}.`)
    return read
  }
  const config = {
    url: originOf('PORTICO_CONSOLE_URL', text('PORTICO_CONSOLE_URL'), faults),
    host: text('PORTICO_CONSOLE_HOST', '127.0.0.1'),
    port: number('PORTICO_CONSOLE_PORT', 4200, [0, 65_535]),
    metricsPort: environment['PORTICO_CONSOLE_METRICS_PORT']
      ? number('PORTICO_CONSOLE_METRICS_PORT', 0, [0, 65_535])
      : undefined,
    databaseUrl: secrets.PORTICO_CONSOLE_DATABASE_URL,
    identityUrl: text('PORTICO_CONSOLE_IDENTITY_URL'),
    clientId: text('PORTICO_CONSOLE_CLIENT_ID'),
    clientSecret: secret(secrets.PORTICO_CONSOLE_CLIENT_SECRET),
    key: secret(secrets.PORTICO_CONSOLE_KEY),
    ...namedLook(environment, faults),
    timeZone: timeZoneOf(environment['PORTICO_TIME_ZONE']?.trim() || UTC, faults),
    trustedProxies: proxiesOf(environment['PORTICO_CONSOLE_TRUSTED_PROXIES'] ?? '', faults),
    looksPerHour: number('PORTICO_CONSOLE_LOOKS_PER_HOUR', 60, [1, 100_000]),
    uncoversPerHour: number('PORTICO_CONSOLE_UNCOVERS_PER_HOUR', 10, [1, 100_000]),
    limits: readLimits((name, standard) => number(name, standard, [1, 999_999_999])),
  }
  const all = [...faults, ...secretFaults(secrets), ...unknownFaults(environment)]
  if (all.length > 0) throw new ConsoleConfigFaults(all)
  return config
}

function secretFaults(secrets: Readonly<Record<(typeof SECRETS)[number], string>>): readonly string[] {
  const missing = SECRETS.filter((name) => secrets[name] === '')
  const { PORTICO_CONSOLE_KEY: key, PORTICO_CONSOLE_DATABASE_URL: address } = secrets
  return [
    ...(SEVERAL_HOSTS.test(address)
      ? [
          'PORTICO_CONSOLE_DATABASE_URL names several servers: name one address that leads to the primary, such as that of HAProxy.',
        ]
      : []),
    ...missing.map((name) => `${name} is not set, nor ${name}_FILE.`),
    ...(key === '' || KEY.test(key)
      ? []
      : ['PORTICO_CONSOLE_KEY must be 32 bytes in base64: openssl rand -base64 32.']),
  ]
}

/** A misspelt name would leave a default in its place. */
function unknownFaults(environment: Environment): readonly string[] {
  const unknown = Object.keys(environment).filter(
    (name) => name.startsWith('PORTICO_CONSOLE_') && !KNOWN.has(name),
  )
  return unknown.map((name) => `${name} is no setting.`)
}

/** The origin as `portico console prepare` reads it, too. Nothing is said of a missing one, which is told already. */
function originOf(name: string, given: string, faults: string[]): string {
  const read = readOwnOrigin(given)
  if (given !== '' && read.faults.length > 0)
    faults.push(
      `${name} must be an origin with https and without a path, such as https://console.example.org; http only on this machine, and no port that browsers refuse to open.`,
    )
  return read.origin
}

/** The name and the look, as in the service itself. */
function namedLook(environment: Environment, faults: string[]): Pick<ConsoleConfig, 'serviceName' | 'brand'> {
  const named = environment['PORTICO_CONSOLE_SERVICE_NAME']?.trim() ?? ''
  const read = readBrandSetting(environment['PORTICO_BRAND_FILE']?.trim() ?? '', named)
  if (!read.ok) faults.push(...read.refusal)
  return { serviceName: named || 'Portico', brand: read.ok ? read.value : undefined }
}

function timeZoneOf(named: string, faults: string[]): TimeZone {
  const timeZone = readTimeZone(named)
  if (timeZone === undefined)
    faults.push(
      'PORTICO_TIME_ZONE must be the name of a time zone in the database of IANA, such as Europe/Berlin or UTC.',
    )
  return timeZone ?? UTC
}

/** Whoever is in a range that is too wide chooses an address, and with it the network that a sign-in is bound to. */
function proxiesOf(given: string, faults: string[]): TrustedProxies {
  try {
    const read = trustedProxies(given.split(/[\s,]+/).filter((range) => range !== ''))
    if (read.tooWide.length > 0)
      faults.push(`PORTICO_CONSOLE_TRUSTED_PROXIES: ${read.tooWide.join(', ')} is wider than your proxies.`)
    return read
  } catch (error) {
    faults.push(
      `PORTICO_CONSOLE_TRUSTED_PROXIES: ${error instanceof Error ? error.message : 'cannot be read'}.`,
    )
    return trustedProxies([])
  }
}
