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
import { systemClock, systemRandom } from '../platform/index.ts'
import type { DoctorCheck, DoctorReport, ProgramSso } from '../program-sso.ts'
import { generateEncryptionKey } from '../sealing/index.ts'
import { unknownProblems } from '../unknown-settings.ts'
import { type Answer, type Command, type CommandOptions, CommandRefused, type Given } from './command.ts'
import { type StoreAddress, withStore } from './open-store.ts'

/** Settings by the names of their variables. */
export type Environment = Readonly<Record<string, string | undefined>>

/** What the commands need of who offers them. */
export interface ProgramCommandNeeds {
  /** The settings; undefined for those of the process. */
  environment(given: Given): Environment | undefined
  /** Options by which they are found, which every command takes. */
  readonly options?: CommandOptions
  /** Further checks of `doctor`. Throws where a setting for them is wrong. */
  checks?(environment: Environment | undefined): () => Promise<readonly DoctorCheck[]>
}

type CommandConfig = EnvironmentConfig & { readonly cookies?: CookieModeConfig }

const TAKE_OVER: CommandOptions = {
  'take-over': { value: '', meaning: 'also where the store belonged to another program' },
}

/** `keygen`, `migrate`, `doctor` and `purge`. All wrong settings are told before the database is opened. */
export function programCommands({
  environment,
  options = {},
  checks,
}: ProgramCommandNeeds): readonly Command[] {
  const answers = true as const
  return [
    {
      ...{ name: 'keygen', options, answers },
      summary: 'print a new encryption key, as a line of settings',
      run: async () => keygen(),
    },
    {
      ...{ name: 'migrate', options: { ...options, ...TAKE_OVER }, answers },
      summary:
        'update the schema in DATABASE_URL to the version that this code needs; the store then belongs to the program of SSO_CLIENT_ID',
      run: (given) => migrate(environment(given), given.flag('take-over')),
    },
    {
      ...{ name: 'doctor', options, answers },
      summary: 'check settings, database and identity service before the first sign-in',
      async run(given) {
        const read = environment(given)
        const further = checks?.(read)
        return withProgram(read, async (sso) =>
          report((await sso.doctor()).checks, (await further?.()) ?? []),
        )
      },
    },
    {
      ...{ name: 'purge', options, answers },
      summary: 'remove expired rows, and revoke central grants that are due',
      run: (given) => withProgram(environment(given), purge),
    },
  ]
}

/** Runs work with the program side. Accounts are never read, because the command signs nobody in. */
function withProgram<Result>(
  environment: Environment | undefined,
  work: (sso: ProgramSso<{ id: string }>) => Promise<Result>,
): Promise<Result> {
  const config = withoutApp(readSettings(environment))
  return withStore(storeAddress(environment, problemsOfEnvironment(config)), async (store) => {
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

const DATABASE_URL_MISSING: ConfigProblem = {
  path: 'DATABASE_URL',
  got: 'nothing',
  expected: 'is required',
  fix: 'set DATABASE_URL=postgres://user:password@host/database, DATABASE_URL=mysql://user:password@host/database, or DATABASE_URL=sqlite:path/of/file.db',
}

/** Where the store is. Throws SsoConfigError with these problems and its own. */
function storeAddress(
  environment: Environment | undefined,
  found: readonly ConfigProblem[] = [],
): StoreAddress {
  const databaseUrl = databaseUrlFromEnv(environment)
  const problems = [
    ...found,
    ...(databaseUrl === null ? [DATABASE_URL_MISSING] : []),
    ...unknownProblems(environment ?? processEnvironment()),
  ]
  if (databaseUrl === null || problems.length > 0) throw new SsoConfigError(problems)
  return { databaseUrl, name: storeNameFromEnv(environment) }
}

function keygen(): Answer {
  const key = generateEncryptionKey(systemRandom, systemClock.now())
  return { lines: [`SSO_ENCRYPTION_KEYS=${key}`], json: { SSO_ENCRYPTION_KEYS: key }, exitCode: 0 }
}

async function migrate(environment: Environment | undefined, takesOver: boolean): Promise<Answer> {
  const program = ownerFromEnv(environment)
  if (takesOver && !program)
    throw new CommandRefused('--take-over needs SSO_CLIENT_ID and SSO_IDENTITY_URL.', 'no-program')
  const { from, to } = await withStore(storeAddress(environment), (store) =>
    store.migrate(program, { takesOver }),
  )
  const line =
    from === to
      ? `The schema is already at version ${to}.`
      : `The schema was migrated from version ${from} to ${to}.`
  return { lines: [line], json: { from, to }, exitCode: 0 }
}

function report(own: DoctorReport['checks'], further: DoctorReport['checks']): Answer {
  const checks = [...own, ...further]
  const ok = checks.every((check) => check.ok)
  const lines = checks.flatMap((check) => [
    `${check.ok ? (check.fix ? 'note' : 'ok  ') : 'FAIL'} ${check.id}: ${check.message}`,
    ...(check.fix ? [`     -> ${check.fix}`] : []),
  ])
  return { lines, json: { ok, checks }, exitCode: ok ? 0 : 1 }
}

async function purge(sso: ProgramSso<{ id: string }>): Promise<Answer> {
  const counts = await sso.purge()
  const { revocations, ...purged } = counts
  const removed = Object.entries(purged).map(([name, count]) => `${count} ${name}`)
  const line = `Purged: ${removed.join(', ')}. Central grants revoked: ${revocations}.`
  return { lines: [line], json: counts, exitCode: 0 }
}
