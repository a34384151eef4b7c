import { type StartKind, startKindIn } from '@portico/processes'
import { type Brand, readBrandSetting } from './brand/index.ts'
import { type AuditDestinations, destinationsOf } from './destinations-setting.ts'
import { keysOf } from './keys-setting.ts'
import { readLimits } from './limit-settings.ts'
import { isLoopback } from './own-origin.ts'
import { readTimeZone, type TimeZone, UTC } from './platform/date-words.ts'
import { type TrustedProxies, trustedProxies } from './platform/http/client-address.ts'
import type { KeyTokenSettings } from './platform/key-token.ts'
import { textIn } from './platform/languages.ts'
import { LOG_LEVELS, type LogLevel } from './platform/log.ts'
import type { DatabaseAddress } from './platform/postgres/connect.ts'
import type { SettingInForce } from './platform/setting-in-force.ts'
import { processesOf } from './processes-setting.ts'
import type { LimitConfig } from './rate-limits/index.ts'
import type { SecretFile } from './secret-files.ts'
import { securityContactOf } from './security-contact.ts'
import { readSettings, type SettingReader } from './settings.ts'
import { ALLOW_UNKNOWN, type UnknownSetting, unknownFault } from './unknown-settings.ts'

/** All settings of the operator, read once. */
export interface Config {
  readonly baseUrl: string
  readonly host: string
  readonly port: number
  readonly database: { readonly kind: 'embedded' } | Extract<DatabaseAddress, { kind: 'url' }>
  /** The longest that a request waits for the database. Then it gets a 503, and the caller may try again. */
  readonly databaseDeadlineMilliseconds: number
  readonly dataDir: string
  /** 32 bytes each; the first one seals. Without any, the generated key in the data directory. */
  readonly secretKeys: readonly Buffer[]
  readonly smtpUrl: string | undefined
  /** Whether mail may go to a mail server on another machine without TLS. */
  readonly smtpCleartext: 'refused' | 'allowed'
  readonly mailFrom: { readonly name: string; readonly address: string }
  readonly mailboxPort: number
  readonly serviceName: string
  /** The time zone of every letter and page. */
  readonly timeZone: TimeZone
  /** How the deployment looks; undefined for Portico's own look. */
  readonly brand: Brand | undefined
  readonly trustedProxies: TrustedProxies
  readonly redisUrl: string | undefined
  readonly metricsPort: number | undefined
  /** Where traces go (OTLP over HTTP); undefined for no traces. */
  readonly otlpUrl: string | undefined
  /** How many of a hundred traces that begin here are recorded. */
  readonly tracePercent: number
  /** How long the service still answers after SIGTERM while `/readyz` is 503, before it closes its port. */
  readonly drainSeconds: number
  /** How many processes of the service run on the port. */
  readonly processes: number
  /** With which start of its parent this process began; undefined where it is no process of several. */
  readonly startKind: StartKind | undefined
  readonly limits: LimitConfig
  readonly passwordMinLength: number
  /** How long a citizen's request to close the account waits. */
  readonly closingWaitDays: number
  /** How long the removal of apps for codes waits after their citizen said that they are lost. */
  readonly lostAppWaitDays: number
  /** How long a proven change of address waits. */
  readonly addressChangeWaitDays: number
  /** The most days that an investigation lasts. */
  readonly investigationDays: number
  /** The acts of operators on a citizen that wait for another operator, by the verbs of their commands, or `all`. */
  readonly fourEyes: readonly string[]
  /** The id of the program whose operators' orders the service carries out: that of the console. Without it there are no orders. */
  readonly ordersFrom: string | undefined
  /** Whom `/.well-known/security.txt` names; undefined for no such file. */
  readonly securityContact: string | undefined
  /** How many days audit events are kept at least. Without a value they stay for ever. */
  readonly auditRetentionDays: number | undefined
  readonly auditDestinations: AuditDestinations
  /** How many days old the newest signing key is when the service makes the next one. Without a value only operators rotate. */
  readonly keyRotationDays: number | undefined
  /** The token that makes and keeps signing keys. Undefined where the database keeps them. */
  readonly keyTokenSettings: KeyTokenSettings | undefined
  readonly logLevel: LogLevel
  /** `NODE_ENV=production`, where the simulator refuses to start. Nothing else depends on it. */
  readonly isProduction: boolean
  /** The size of Node's thread pool (`UV_THREADPOOL_SIZE`). */
  readonly poolThreads: number
  /** What the environment says to Node, for a further process: nothing secret. */
  readonly nodeEnvironment: Readonly<Record<string, string>>
  /** The files that `NAME_FILE` settings name. */
  readonly secretFiles: readonly SecretFile[]
  /** Variables that look like settings and are none, where the operator allows them. */
  readonly unknownSettings: readonly UnknownSetting[]
  readonly settingsInForce: readonly SettingInForce[]
}

/** The settings are wrong. The message has each fault with its variable and what to do. */
export class ConfigFaults extends Error {
  override readonly name = 'ConfigFaults'
  readonly faults: readonly string[]
  constructor(faults: readonly string[]) {
    super(
      `Portico cannot start, because of these settings:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`,
    )
    this.faults = faults
  }
}

/** The variables of this process, for what a file of an operator names there. */
export function ownEnvironment(): Readonly<Record<string, string | undefined>> {
  return process.env
}

/** Reads the settings from the environment. Throws ConfigFaults with all faults. */
export function readConfig(environment: Readonly<Record<string, string | undefined>> = process.env): Config {
  const settings = readSettings(environment)
  const port = settings.integer('PORTICO_PORT', 4000, { least: 0, most: 65_535 })
  const baseUrl = settings.baseUrl('PORTICO_BASE_URL', `http://localhost:${port || 4000}`)
  const loopback = isLoopback(baseUrl)
  const config: Config = {
    baseUrl,
    host: settings.text('PORTICO_HOST', '127.0.0.1'),
    port,
    database: databaseOf(settings, loopback),
    databaseDeadlineMilliseconds: settings.integer('PORTICO_DATABASE_DEADLINE_MS', 2_500, {
      least: 500,
      most: 15_000,
    }),
    dataDir: settings.text('PORTICO_DATA_DIR', '.portico'),
    smtpUrl: smtpUrlOf(settings, loopback),
    smtpCleartext: smtpCleartextOf(settings),
    mailFrom: mailFromOf(settings, loopback),
    mailboxPort: settings.integer('PORTICO_MAILBOX_PORT', 4080, { least: 0, most: 65_535 }),
    timeZone: timeZoneOf(settings),
    ...namedLook(settings),
    trustedProxies: proxiesOf(settings),
    redisUrl: settings.url('PORTICO_REDIS_URL', ['redis:', 'rediss:']),
    metricsPort: settings.optionalInteger('PORTICO_METRICS_PORT', { least: 0, most: 65_535 }),
    otlpUrl: settings.url('PORTICO_OTLP_URL', ['http:', 'https:']),
    tracePercent: settings.integer('PORTICO_TRACE_PERCENT', 10, { least: 0, most: 100 }),
    drainSeconds: settings.integer('PORTICO_DRAIN_SECONDS', 5, { least: 0, most: 300 }),
    processes: processesOf(settings),
    limits: limitsOf(settings),
    passwordMinLength: settings.integer('PORTICO_PASSWORD_MIN_LENGTH', 15, { least: 8, most: 64 }),
    closingWaitDays: settings.integer('PORTICO_CLOSING_WAIT_DAYS', 14, { least: 1, most: 90 }),
    lostAppWaitDays: settings.integer('PORTICO_LOST_APP_WAIT_DAYS', 7, { least: 3, most: 90 }),
    addressChangeWaitDays: settings.integer('PORTICO_ADDRESS_CHANGE_WAIT_DAYS', 3, { least: 0, most: 30 }),
    ...actsOfOperators(settings),
    securityContact: securityContactOf(settings),
    ...auditOf(settings),
    ...keysOf(settings),
    logLevel: settings.oneOf('PORTICO_LOG_LEVEL', 'info', LOG_LEVELS),
    ...surroundings(environment),
    secretFiles: settings.secretFiles(),
    // The last of all: what nothing above has read is unknown.
    unknownSettings: allowedUnknown(settings),
    settingsInForce: settings.inForce(),
  }
  const faults = settings.faults()
  if (faults.length > 0) throw new ConfigFaults(faults)
  return Object.freeze(config)
}

function auditOf(settings: SettingReader): Pick<Config, 'auditRetentionDays' | 'auditDestinations'> {
  const range = { least: 30, most: 36_500 }
  return {
    auditRetentionDays: settings.optionalInteger('PORTICO_AUDIT_RETENTION_DAYS', range),
    auditDestinations: destinationsOf(settings),
  }
}

/** Which acts of operators wait, from which console they are ordered, and for how long looks are held back at most. */
function actsOfOperators(
  settings: SettingReader,
): Pick<Config, 'fourEyes' | 'ordersFrom' | 'investigationDays'> {
  const ordersFrom = settings.text('PORTICO_ORDERS_FROM', '') || undefined
  const investigationDays = settings.integer('PORTICO_INVESTIGATION_DAYS', 30, { least: 1, most: 30 })
  return { fourEyes: settings.list('PORTICO_FOUR_EYES'), ordersFrom, investigationDays }
}

/** Memory that the C library keeps, and compiled code. */
const OF_NODE = ['MALLOC_ARENA_MAX', 'NODE_COMPILE_CACHE']

/** What Node, libuv and a parent of several processes say. */
function surroundings(
  environment: Readonly<Record<string, string | undefined>>,
): Pick<Config, 'isProduction' | 'poolThreads' | 'nodeEnvironment' | 'startKind'> {
  return {
    startKind: startKindIn(environment),
    isProduction: environment['NODE_ENV'] === 'production',
    poolThreads: poolThreads(environment['UV_THREADPOOL_SIZE']),
    nodeEnvironment: Object.fromEntries(
      OF_NODE.flatMap((name) => (environment[name] === undefined ? [] : [[name, environment[name]]])),
    ),
  }
}

/** A misspelt name would leave a default in its place, such as an empty database. */
function allowedUnknown(settings: SettingReader): Config['unknownSettings'] {
  const isAllowed = settings.oneOf(ALLOW_UNKNOWN, '0', ['0', '1']) === '1'
  const unknown = settings.unknown()
  if (!isAllowed) for (const setting of unknown) settings.fault(unknownFault(setting))
  return unknown
}

/** In public, the embedded server is named by a value that says what it does. */
function databaseOf(settings: SettingReader, loopback: boolean): Config['database'] {
  const url = settings.url('PORTICO_DATABASE_URL', ['postgres:', 'postgresql:'])
  const words = ['no', 'yes-in-the-data-directory'] as const
  const isNamed = settings.oneOf('PORTICO_EMBEDDED_DATABASE', 'no', words) !== 'no'
  const hasUrl = settings.isSet('PORTICO_DATABASE_URL')
  if (hasUrl && isNamed)
    settings.fault('PORTICO_DATABASE_URL and PORTICO_EMBEDDED_DATABASE are both set; remove one of them')
  if (!hasUrl && !isNamed && !loopback)
    settings.fault(
      'PORTICO_DATABASE_URL is required when PORTICO_BASE_URL is not on this machine; set it to postgres://user:password@host/portico, or set PORTICO_EMBEDDED_DATABASE=yes-in-the-data-directory to keep everything in PORTICO_DATA_DIR on this machine',
    )
  return url === undefined ? { kind: 'embedded' } : { kind: 'url', url }
}

function mailFromOf(settings: SettingReader, loopback: boolean): Config['mailFrom'] {
  if (!settings.isSet('PORTICO_MAIL_FROM') && !loopback)
    settings.fault(
      'PORTICO_MAIL_FROM is required when PORTICO_BASE_URL is not on this machine: mail servers refuse a sender at localhost. Set it to an address of your domain: Portico <no-reply@example.org>',
    )
  return settings.mailbox('PORTICO_MAIL_FROM', { name: 'Portico', address: 'no-reply@localhost' })
}

function smtpUrlOf(settings: SettingReader, loopback: boolean): string | undefined {
  const url = settings.url('PORTICO_SMTP_URL', ['smtp:', 'smtps:'])
  if (!settings.isSet('PORTICO_SMTP_URL') && !loopback) {
    settings.fault(
      'PORTICO_SMTP_URL is required when PORTICO_BASE_URL is not on this machine: the development mailbox shows every mail to anybody. Set it to smtp://user:password@host:587 or smtps://…:465',
    )
  }
  return url
}

/** The value that allows it says what it does, so that nobody sets it without knowing. */
function smtpCleartextOf(settings: SettingReader): Config['smtpCleartext'] {
  const words = ['no', 'yes-send-links-in-clear'] as const
  return settings.oneOf('PORTICO_SMTP_ALLOW_CLEARTEXT', 'no', words) === 'no' ? 'refused' : 'allowed'
}

/** The name and the look. */
function namedLook(settings: SettingReader): Pick<Config, 'serviceName' | 'brand'> {
  const named = settings.text('PORTICO_SERVICE_NAME', '')
  const read = readBrandSetting(settings.text('PORTICO_BRAND_FILE', ''), named)
  if (!read.ok) for (const fault of read.refusal) settings.fault(fault)
  const brand = read.ok ? read.value : undefined
  return { serviceName: named || (textIn(brand?.name, 'en') ?? 'portico'), brand }
}

function timeZoneOf(settings: SettingReader): TimeZone {
  const named = settings.text('PORTICO_TIME_ZONE', UTC)
  const timeZone = readTimeZone(named)
  if (timeZone === undefined)
    settings.fault(
      `PORTICO_TIME_ZONE is ${JSON.stringify(named)}, which is no time zone. Write its name in the database of IANA, such as Europe/Berlin, America/Bogota or UTC`,
    )
  return timeZone ?? UTC
}

function proxiesOf(settings: SettingReader): TrustedProxies {
  const ranges = settings.list('PORTICO_TRUSTED_PROXIES')
  try {
    return trustedProxies(ranges)
  } catch (error) {
    settings.fault(
      `PORTICO_TRUSTED_PROXIES: ${error instanceof Error ? error.message : 'cannot be read'}. Write addresses or CIDR ranges, separated by commas: 10.0.0.0/8,fd00::/8`,
    )
    return trustedProxies([])
  }
}

function limitsOf(settings: SettingReader): LimitConfig {
  return readLimits((name, standard) => settings.integer(name, standard, { least: 1, most: 1_000_000_000 }))
}

/** The size of Node's thread pool without `UV_THREADPOOL_SIZE`. */
const USUAL_POOL_THREADS = 4
const MOST_POOL_THREADS = 1024

/** The size of Node's thread pool for this value of `UV_THREADPOOL_SIZE`, which it reads as libuv does. */
export function poolThreads(variable: string | undefined): number {
  if (variable === undefined) return USUAL_POOL_THREADS
  const asked = Number.parseInt(variable, 10) || 0
  if (asked < 0) return MOST_POOL_THREADS
  return Math.min(Math.max(asked, 1), MOST_POOL_THREADS)
}
