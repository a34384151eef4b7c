import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { ProgramSsoConfig } from '../src/config.ts'
import type { FakeIdentity } from '../src/testing/index.ts'
import type { TestDatabase } from './test-database.ts'

/** The address of a database of MariaDB. */
interface MysqlAddress {
  readonly socketPath: string
  readonly user: string
  readonly database: string
}

/** The settings with which a process of a program is started. */
export interface ProcessSettings {
  readonly database:
    | { host: string; port: number; user: string; database: string }
    | { readonly file: string }
    | MysqlAddress
  readonly identity: { baseUrl: string; clientId: string; clientSecret: string }
  readonly program: { baseUrl: string; returnUris: readonly string[] }
  readonly key: { id: string; value: string }
  /** Before this step, it writes a line and then stops. */
  readonly stopsBefore?: 'storing tokens'
}

/** A second process of a program. */
export interface SecondProcess {
  /** Sends a guarded request with this access token, and does not wait for the result. */
  ask(accessToken: string): void
  /** The next line that it writes: a result such as `ok`, or where it stopped. */
  nextLine(): Promise<string>
  /** Sends it a signal: ends it, stops it or continues it. */
  signal(name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): Promise<void>
  end(): Promise<void>
}

type ProgramDatabase = TestDatabase | { readonly file: string } | MysqlAddress

/** The settings of a process that belongs to the same program as this configuration. */
export function settingsOfProcess(
  database: ProgramDatabase,
  identity: FakeIdentity,
  { program, encryptionKeys: [key] }: Pick<ProgramSsoConfig<{ id: string }>, 'program' | 'encryptionKeys'>,
): ProcessSettings {
  const { baseUrl, clientId, clientSecret } = identity
  if (!key) throw new Error('a program has an encryption key')
  return {
    database: addressOf(database),
    identity: { baseUrl, clientId, clientSecret },
    program: { baseUrl: program.baseUrl, returnUris: program.returnUris },
    key: { id: key.id, value: key.key.reveal() },
  }
}

function addressOf(database: ProgramDatabase): ProcessSettings['database'] {
  if ('file' in database) return { file: database.file }
  if ('socketPath' in database) return database
  const { host, port, user, name } = database
  return { host, port, user, database: name }
}

/** Starts the process. */
export function startSecondProcess(settings: ProcessSettings): SecondProcess {
  const file = fileURLToPath(new URL('./program-process.ts', import.meta.url))
  const child = spawn(process.execPath, [file, JSON.stringify(settings)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    ask: (accessToken) => void child.stdin.write(`${accessToken}\n`),
    nextLine: async () => String((await lines.next()).value),
    async signal(name) {
      child.kill(name)
      if (name === 'SIGKILL') await ended
    },
    async end() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
      await ended
    },
  }
}
