import {
  type ConfigProblem,
  configFromEnv,
  type EnvironmentConfig,
  problemsOfEnvironment,
  readSecrets,
  SsoConfigError,
} from '@portico/program'

/** The configuration of this program. */
export interface PermitsConfig {
  readonly sso: EnvironmentConfig
  readonly host: string
  readonly port: number
  readonly databaseUrl: string
  /** The time zone of all dates and times that citizens read, by its name in the database of IANA. */
  readonly timeZone: string
}

/** Some settings are wrong. The message lists all of them, and how to correct them. */
export class ConfigFaults extends Error {
  override readonly name = 'ConfigFaults'
  readonly faults: readonly string[]
  constructor(faults: readonly string[]) {
    super(`Parking permits cannot start, because of these settings:\n  - ${faults.join('\n  - ')}`)
    this.faults = faults
  }
}

type Environment = Readonly<Record<string, string | undefined>>

const DATABASE_URL = 'PERMITS_DATABASE_URL'

/**
 * The value of `PERMITS_DATABASE_URL`, or the content of the file that `PERMITS_DATABASE_URL_FILE` names; `''` without either.
 * Throws ConfigFaults if the file is wrong.
 */
export function databaseUrlOf(environment: Environment): string {
  return withFaults(() => readSecrets(environment, [DATABASE_URL])[DATABASE_URL])
}

/** Reads the settings. Throws ConfigFaults: first with the files of secrets that are wrong, then with all other faults. */
export function readConfig(environment: Environment): PermitsConfig {
  const value = (name: string) => environment[name]?.trim() ?? ''
  const sso = withFaults(() => configFromEnv(environment))
  const port = value('PERMITS_PORT') || '4100'
  const databaseUrl = databaseUrlOf(environment)
  const timeZone = value('PERMITS_TIME_ZONE') || 'UTC'
  const faults = [
    ...ssoFaults(sso),
    ...portFaults(port),
    ...databaseFaults(databaseUrl),
    ...timeZoneFaults(timeZone),
  ]
  if (faults.length > 0) throw new ConfigFaults(faults)
  const host = value('PERMITS_HOST') || '127.0.0.1'
  return Object.freeze({ sso, host, port: Number(port), databaseUrl, timeZone })
}

function portFaults(port: string): string[] {
  if (/^\d{1,5}$/.test(port) && Number(port) <= 65_535) return []
  return [`PERMITS_PORT: ${JSON.stringify(port)} is not a port -> set PERMITS_PORT=4100`]
}

/** An offset (`+02:00`) is none: it would be wrong for half of the year. */
function timeZoneFaults(name: string): string[] {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    if (/^[A-Za-z]/.test(name)) return []
  } catch {}
  return [
    `PERMITS_TIME_ZONE: ${JSON.stringify(name)} is not a time zone -> set PERMITS_TIME_ZONE=Europe/Berlin`,
  ]
}

function databaseFaults(url: string): string[] {
  const fix = 'set PERMITS_DATABASE_URL=postgres://user:password@host:5432/permits'
  if (url === '') return [`PERMITS_DATABASE_URL: is required -> ${fix}`]
  const isPostgres = URL.canParse(url) && /^postgres(ql)?:$/.test(new URL(url).protocol)
  // The value may contain a password, so the fault does not repeat it.
  return isPostgres ? [] : [`PERMITS_DATABASE_URL: must be the address of a PostgreSQL -> ${fix}`]
}

const VARIABLES: readonly (readonly [path: string, variable: string])[] = [
  ['identity.baseUrl', 'SSO_IDENTITY_URL'],
  ['identity.issuer', 'SSO_ISSUER'],
  ['identity.clientId', 'SSO_CLIENT_ID'],
  ['identity.clientSecret', 'SSO_CLIENT_SECRET'],
  ['program.baseUrl', 'SSO_PROGRAM_URL'],
  ['program.returnUris', 'SSO_RETURN_URIS'],
  ['encryptionKeys', 'SSO_ENCRYPTION_KEYS'],
  ['clientIp', 'SSO_TRUSTED_PROXIES'],
]

function withFaults<Value>(read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    if (error instanceof SsoConfigError) throw new ConfigFaults(error.problems.map(inWords))
    throw error
  }
}

function inWords({ path, got, expected, fix }: ConfigProblem): string {
  const variable = VARIABLES.find(([start]) => path.startsWith(start))?.[1] ?? path
  return `${variable}: got ${got}, ${expected} -> ${fix}`
}

/** The problems that the program side finds, with the names of the environment variables. */
function ssoFaults(sso: EnvironmentConfig): string[] {
  return problemsOfEnvironment(sso).map(inWords)
}
