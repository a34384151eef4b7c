import {
  type CookieModeConfig,
  databaseUrlFromEnv,
  type EnvironmentConfig,
  ownerFromEnv,
  processEnvironment,
  readSettings,
  storeNameFromEnv,
} from '../config.ts'
import { type ConfigProblem, SsoConfigError } from '../config-error.ts'
import { problemsOfEnvironment } from '../config-problems.ts'
import { createProgramSso } from '../create.ts'
import { errorMessage, systemClock, systemRandom } from '../platform/index.ts'
import type { DoctorCheck, DoctorReport, ProgramSso } from '../program-sso.ts'
import { generateEncryptionKey } from '../sealing/index.ts'
import type { SsoStore } from '../store/index.ts'
import { unknownProblems } from '../unknown-settings.ts'
import { init, ownVersion } from './init.ts'
import { type StoreAddress, withStore } from './open-store.ts'

/** Where the command writes its lines. */
export interface CommandOutput {
  /** Writes to the standard output. */
  line(text: string): void
  /** Writes to the standard error output. */
  fault(text: string): void
}

/** What a program adds to the command. */
export interface CommandAdditions {
  /** Further checks of `doctor`. */
  readonly checks?: () => Promise<readonly DoctorCheck[]>
}

type Environment = Readonly<Record<string, string | undefined>>

const HELP = `portico-program <command>
  init            connect the program in this folder: settings, first lines, registration (--help shows options)
  keygen          print a new encryption key, as a line for .env
  migrate [--take-over]
                  update the schema in DATABASE_URL to the version that this code needs. The store then belongs to the program
                  of SSO_CLIENT_ID; with --take-over also if it belonged to another one
  doctor [--json] check configuration, database and identity service before the first sign-in
  purge           remove expired rows, and revoke central grants that are due`

type CommandConfig = EnvironmentConfig & { readonly cookies?: CookieModeConfig }

/** Runs one command line. Returns the exit code: 0 success, 1 failure, 2 unknown command. */
export async function runCommand(
  args: readonly string[],
  output: CommandOutput,
  environment?: Environment,
  additions: CommandAdditions = {},
): Promise<0 | 1 | 2> {
  const answer = answerTo(args[0] ?? '')
  if (answer !== undefined) return tell(output, answer)
  try {
    return await carryOut(args, output, environment, additions)
  } catch (error) {
    output.fault(error instanceof SsoConfigError ? `${error.name}: ${error.message}` : errorMessage(error))
    return 1
  }
}

async function carryOut(
  [name = '', ...rest]: readonly string[],
  output: CommandOutput,
  environment: Environment | undefined,
  additions: CommandAdditions,
): Promise<0 | 1 | 2> {
  switch (name) {
    case 'init':
      return await init(rest, output.line, environment)
    case 'keygen':
      output.line(`SSO_ENCRYPTION_KEYS=${generateEncryptionKey(systemRandom, systemClock.now())}`)
      return 0
    case 'migrate':
      return await withStore(storeAddress(environment), (store) =>
        migrate(store, output, { environment, takesOver: rest.includes('--take-over') }),
      )
    case 'doctor':
      return await withProgram(environment, async (sso) =>
        report(await examined(sso, additions), output, rest.includes('--json')),
      )
    case 'purge':
      return await withProgram(environment, (sso) => purge(sso, output))
    default:
      output.fault(HELP)
      return 2
  }
}

/** The answer to a question about the command itself, which needs no settings. */
function answerTo(word: string): string | undefined {
  if (['--help', '-h', 'help'].includes(word)) return HELP
  return word === '--version' || word === '-V' ? ownVersion() : undefined
}

function tell(output: CommandOutput, answer: string): 0 {
  output.line(answer)
  return 0
}

/**
 * Runs work with the program side. All wrong settings are reported before the database is opened. Accounts are never
 * read, because the command signs nobody in.
 */
function withProgram<Result>(
  environment: Environment | undefined,
  work: (sso: ProgramSso<{ id: string }>) => Promise<Result>,
): Promise<Result> {
  const config = withoutApp(readSettings(environment))
  const databaseUrl = databaseUrlFromEnv(environment)
  refuse([
    ...problemsOfEnvironment(config),
    ...(databaseUrl === null ? [DATABASE_URL_MISSING] : []),
    ...unknownProblems(environment ?? processEnvironment()),
  ])
  return withStore({ databaseUrl, name: storeNameFromEnv(environment) }, async (store) => {
    const accounts = {
      load: async () => null,
      provision: () => Promise.reject(new Error('the command provisions no account')),
      emailBelongsToLocalAccount: async () => false,
    }
    const sso = createProgramSso({ ...config, store, accounts })
    const result = await work(sso)
    await sso.close()
    return result
  })
}

/** Only a program in cookie mode has no return address. The option is in its code, which the command does not read. */
function withoutApp(config: EnvironmentConfig): CommandConfig {
  return config.program.returnUris.length === 0 ? { ...config, cookies: {} } : config
}

function refuse(problems: readonly ConfigProblem[]): void {
  if (problems.length > 0) throw new SsoConfigError(problems)
}

const DATABASE_URL_MISSING: ConfigProblem = {
  path: 'DATABASE_URL',
  got: 'nothing',
  expected: 'is required',
  fix: 'set DATABASE_URL=postgres://user:password@host/database, DATABASE_URL=mysql://user:password@host/database, or DATABASE_URL=sqlite:path/of/file.db',
}

function storeAddress(environment: Environment | undefined): StoreAddress {
  refuse(unknownProblems(environment ?? processEnvironment()))
  return { databaseUrl: databaseUrlFromEnv(environment), name: storeNameFromEnv(environment) }
}

interface MigrateCommand {
  readonly environment: Environment | undefined
  readonly takesOver: boolean
}

async function migrate(
  store: Pick<SsoStore, 'migrate'>,
  output: CommandOutput,
  { environment, takesOver }: MigrateCommand,
): Promise<0> {
  const program = ownerFromEnv(environment)
  if (takesOver && !program) throw new Error('--take-over needs SSO_CLIENT_ID and SSO_IDENTITY_URL.')
  const { from, to } = await store.migrate(program, { takesOver })
  output.line(
    from === to
      ? `The schema is already at version ${to}.`
      : `The schema was migrated from version ${from} to ${to}.`,
  )
  return 0
}

async function examined(
  sso: ProgramSso<{ id: string }>,
  { checks: further }: CommandAdditions,
): Promise<DoctorReport> {
  const checks = [...(await sso.doctor()).checks, ...((await further?.()) ?? [])]
  return { ok: checks.every(({ ok }) => ok), checks }
}

function report({ ok, checks }: DoctorReport, output: CommandOutput, asJson: boolean): 0 | 1 {
  if (asJson) output.line(JSON.stringify({ ok, checks }))
  for (const check of asJson ? [] : checks) {
    output.line(`${check.ok ? (check.fix ? 'note' : 'ok  ') : 'FAIL'} ${check.id}: ${check.message}`)
    if (check.fix) output.line(`     -> ${check.fix}`)
  }
  return ok ? 0 : 1
}

async function purge(sso: ProgramSso<{ id: string }>, output: CommandOutput): Promise<0> {
  const { revocations, ...purged } = await sso.purge()
  const counts = Object.entries(purged).map(([name, count]) => `${count} ${name}`)
  output.line(`Purged: ${counts.join(', ')}. Central grants revoked: ${revocations}.`)
  return 0
}
