import { type StartKind, startKindIn } from '@portico/processes'
import {
  type ConfigProblem,
  configFromEnv,
  ENVIRONMENT_SETTINGS,
  type EnvironmentConfig,
  type ProgramSsoConfig,
  problemsOfEnvironment,
  readSecrets,
  type Secret,
  SsoConfigError,
  secret,
  storeNameFromEnv,
} from '@portico/program'
import { type HookSettings, readHookSettings } from './hooks/index.ts'
import { type IdentityHeaderConfig, readIdentityHeader } from './identity-header/index.ts'
import { type PathRules, readPathRules } from './paths/index.ts'
import { problemsOfShares, processesOf, throttleOfEach } from './processes-setting.ts'
import { type Protection, readProtection, trustedProxiesOf } from './protection.ts'
import {
  type Environment,
  inGateWords,
  listenAddress,
  matching,
  type Place,
  readThrottles,
  type SettingReader,
  settingReader,
  unknownProblems,
  wholeNumber,
  yesOrNo,
} from './settings/index.ts'

type SsoConfig = ProgramSsoConfig<{ id: string }>

/** What the program side is told. */
export type SsoPart = EnvironmentConfig &
  Required<Pick<SsoConfig, 'cookies' | 'throttle' | 'cors'>> & {
    readonly validity: { readonly ceilingMs: number }
  }

/** All settings of a gate, checked. */
export interface GateConfig {
  readonly sso: SsoPart
  /** A PostgreSQL, a MySQL or MariaDB, or a file of SQLite. It may contain a password. */
  readonly databaseUrl: Secret
  readonly databaseConnections: number
  /** The name of the store in the database. */
  readonly storeName: string
  readonly listen: Place
  /** Where `/healthz`, `/readyz` and `/metrics` are. Null for nowhere. */
  readonly metricsListen: Place | null
  /** How long a gate that was told to stop still takes requests. */
  readonly drainSeconds: number
  /** How many processes of the gate run on the port. */
  readonly processes: number
  /** With which start of its parent this process began; undefined where it is no process of several. */
  readonly startKind: StartKind | undefined
  /** Whether each answer is a line on standard output. */
  readonly accessLog: boolean
  readonly protection: Protection
  readonly paths: PathRules
  readonly identityHeader: IdentityHeaderConfig
  /** Null if the gate keeps the accounts itself. */
  readonly hooks: HookSettings | null
}

/** Reads all settings. Throws SsoConfigError with everything that is wrong. */
export function readConfig(environment: Environment = process.env): GateConfig {
  const reader = settingReader(environment)
  const secrets = readOrRefuse(reader, () => readSecrets(environment, ['DATABASE_URL']))
  // What is no setting here is told below, with the names of the gate.
  const withOthers = { ...environment, SSO_ALLOW_UNKNOWN_SETTINGS: '1' }
  const program =
    readOrRefuse(reader, () => configFromEnv(withOthers)) ?? configFromEnv({ ...withOthers, ...STAND_INS })
  const cookies = readCookies(reader)
  reader.refuse(...problemsOfEnvironment({ ...program, cookies }))
  const processes = processesOf(reader)
  const throttle = readThrottles(reader)
  reader.refuse(...problemsOfShares(processes, throttle))
  const config: GateConfig = {
    sso: { ...program, cookies, throttle: throttleOfEach(processes, throttle), ...readRest(reader) },
    databaseUrl: secret(secrets?.DATABASE_URL ?? ''),
    databaseConnections: reader.read('GATE_DATABASE_CONNECTIONS', wholeNumber(10, 2, 1000)),
    storeName: readOrRefuse(reader, () => storeNameFromEnv(environment)) ?? storeNameFromEnv({}),
    listen: reader.read('GATE_LISTEN', listenAddress({ host: '127.0.0.1', port: 4180 }, '127.0.0.1:4180')),
    metricsListen: reader.read('GATE_METRICS_LISTEN', listenAddress(null, '127.0.0.1:9465')),
    drainSeconds: reader.read('GATE_DRAIN_SECONDS', wholeNumber(5, 0, 300)),
    processes,
    startKind: startKindIn(environment),
    accessLog: reader.read('GATE_ACCESS_LOG', yesOrNo(false)),
    protection: readProtection(reader, trustedProxiesOf(program)),
    paths: readPathRules(reader, cookies.problemPage ?? null),
    identityHeader: readIdentityHeader(reader, program.program.baseUrl),
    hooks: readHookSettings(reader, environment),
  }
  reader.refuse(...missingIn(reader, config, secrets))
  const known = new Set([...ENVIRONMENT_SETTINGS, ...reader.known])
  const problems = [...reader.problems, ...unknownProblems(Object.keys(environment), known)]
  if (problems.length > 0) throw new SsoConfigError(problems.map(inGateWords))
  return Object.freeze(config)
}

/** What has to be set beside the settings that were read. */
function missingIn(
  reader: SettingReader,
  { hooks }: GateConfig,
  secrets: { readonly DATABASE_URL: string } | undefined,
): readonly ConfigProblem[] {
  return [
    ...(secrets?.DATABASE_URL === '' ? [NO_DATABASE] : []),
    ...(IN_MEMORY.test(secrets?.DATABASE_URL ?? '') ? [NO_FILE] : []),
    ...(hooks?.oldSessions && !reader.has('GATE_PROBLEM_PAGE') ? [NO_PROBLEM_PAGE] : []),
  ]
}

/** The value, or undefined where a file of a secret is wrong. */
function readOrRefuse<Value>(reader: SettingReader, read: () => Value): Value | undefined {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof SsoConfigError)) throw error
    reader.refuse(...error.problems)
    return undefined
  }
}

/** For secrets whose files are wrong, so that the other settings are read, too. Nothing starts with them. */
const STAND_INS: Environment = {
  SSO_CLIENT_SECRET: 'unreadable',
  SSO_CLIENT_SECRET_FILE: undefined,
  SSO_ENCRYPTION_KEYS: `unreadable:${'A'.repeat(43)}`,
  SSO_ENCRYPTION_KEYS_FILE: undefined,
}

const NO_DATABASE: ConfigProblem = {
  path: 'DATABASE_URL',
  got: 'nothing',
  expected: 'is required',
  fix: 'set DATABASE_URL=postgres://user:password@host/database, mysql://user:password@host/database, or sqlite:path/of/file.db',
}

/** What SQLite keeps in the memory of one process: another one of the gate would know no session of it, and no limit. */
const IN_MEMORY = /^sqlite:(?:$|:memory:|file::memory:|file:.*[?&]mode=memory)/

const NO_FILE: ConfigProblem = {
  path: 'DATABASE_URL',
  got: 'a database in the memory of one process',
  expected: 'must name a database that all processes of the gate share',
  fix: 'set DATABASE_URL=sqlite:path/of/file.db, or the address of a server',
}

/** Without it, the page for `existing_account` could only lead to another sign-in, which ends there again. */
const NO_PROBLEM_PAGE: ConfigProblem = {
  path: 'GATE_PROBLEM_PAGE',
  got: 'nothing',
  expected: 'is required with GATE_OLD_SESSION_COOKIES and GATE_OLD_SESSION_BEARERS',
  fix: 'set GATE_PROBLEM_PAGE=/sign-in-problem, a page of the back end that leads to its old sign-in',
}

/** The gate has no app, so cookie mode is always on. */
function readCookies(reader: SettingReader): NonNullable<SsoConfig['cookies']> {
  const name = reader.read(
    'GATE_COOKIE_NAME',
    matching(/^[A-Za-z0-9_-]{1,32}$/, 'must be 1 to 32 letters, digits, _ or -', 'permits'),
  )
  const problemPage = reader.read(
    'GATE_PROBLEM_PAGE',
    matching(/^\/(?![/\\])[^\s\\]*$/, 'must be a path', '/sign-in-problem'),
  )
  return {
    ...(name === null ? {} : { name }),
    ...(problemPage === null ? {} : { problemPage }),
    keptAfterClosing: reader.read('GATE_KEPT_AFTER_CLOSING', yesOrNo(false)),
  }
}

/** How old a central check may be (the contract allows 30 seconds), and whether apps on other origins may ask. */
function readRest(reader: SettingReader): Pick<SsoPart, 'validity' | 'cors'> {
  const ceilingMs = reader.read('GATE_CHECK_SECONDS', wholeNumber(30, 1, 30)) * 1000
  const cors = reader.read('GATE_CORS', yesOrNo(true)) ? 'from-return-uris' : false
  return { validity: { ceilingMs }, cors }
}
