import type { TestDatabase } from '../../testing/database.ts'
import type { Terminal } from './command.ts'
import { COMMANDS } from './commands.ts'
import { type ExitCode, runPortico } from './run-portico.ts'

/** The output and the exit code of a command. */
export interface Ran {
  readonly exitCode: ExitCode
  readonly out: string
  readonly err: string
  /** The answer of `--json`. */
  json<Value = Record<string, unknown>>(): Value
}

/** 32 bytes for tests. */
export const TEST_SECRET_KEY = Buffer.alloc(32, 7).toString('base64')

/** The settings of a command for a test's database. */
export function settingsFor(database: TestDatabase): Record<string, string> {
  return {
    PORTICO_DATABASE_URL: database.url,
    PORTICO_SECRET_KEY: TEST_SECRET_KEY,
    PORTICO_DRAIN_SECONDS: '0',
  }
}

/** Runs a command in this process, for somebody who gives a reason when asked, and says yes. `stop` ends one with --follow, whose lines so far are in `out`. */
export async function portico(
  environment: Readonly<Record<string, string>>,
  args: readonly string[],
  {
    stop = new AbortController().signal,
    out = [],
    ask = async (question) => (question.startsWith('Do it?') ? 'yes' : 'a test'),
  }: { stop?: AbortSignal; out?: string[]; ask?: Terminal['ask'] | 'nobody-there' } = {},
): Promise<Ran> {
  const err: string[] = []
  const terminal = {
    out: (line: string) => void out.push(line),
    err: (line: string) => void err.push(line),
    stopped: () => stop,
    user: () => 'tester',
    ask: ask === 'nobody-there' ? undefined : ask,
  }
  const exitCode = await runPortico(args, { commands: COMMANDS, terminal, environment })
  return { exitCode, out: out.join('\n'), err: err.join('\n'), json: () => JSON.parse(out.join('\n')) }
}
