import type { TestDatabase } from '../../testing/database.ts'
import type { Answer, Command, Terminal } from './command.ts'
import { COMMANDS } from './commands.ts'
import { findCommand } from './find-command.ts'
import { requireFit, requireLines, requireRefusal } from './fitting-answer.fixture.ts'
import { asksForJson, type Refusal } from './refusal.ts'
import { type ExitCode, runPortico } from './run-portico.ts'

/** The output and the exit code of a command. */
export interface Ran {
  readonly exitCode: ExitCode
  readonly out: string
  readonly err: string
  /** The answer of `--json`. */
  json<Value = Record<string, unknown>>(): Value
  /** What `--json` says in place of an answer. */
  refusal(): Refusal
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

/** Runs a command in this process, and compares its answer with its schema, whether it is printed as JSON or not. It runs for somebody who gives a reason when asked, and says yes. `stop` ends one with --follow, whose lines so far are in `out`. */
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
  const seen: (readonly [Command, Answer])[] = []
  const sees = (...answered: (typeof seen)[number]) => void seen.push(answered)
  const exitCode = await runPortico(args, { commands: COMMANDS, terminal, environment, sees })
  for (const [command, { json }] of seen) await requireFit(command, json)
  if (seen.length === 0) await (exitCode === 0 ? requireWrittenLines(args, out) : requireSaid(args, err))
  return {
    ...{ exitCode, out: out.join('\n'), err: err.join('\n') },
    json: () => JSON.parse(out.join('\n')),
    refusal: () => JSON.parse(lastOf(err)),
  }
}

/** What a command has said in place of an answer. */
async function requireSaid(args: readonly string[], err: readonly string[]): Promise<void> {
  if (asksForJson(args)) await requireRefusal(lastOf(err))
}

const lastOf = (lines: readonly string[]) => lines.at(-1) ?? ''

/** What a command has written without an answer, such as `audit --follow --json`. */
async function requireWrittenLines(args: readonly string[], out: readonly string[]): Promise<void> {
  const wanted = findCommand(COMMANDS, args)
  const isJson =
    wanted.kind === 'command' && wanted.rest.includes('--json') && !wanted.rest.includes('--help')
  if (isJson) await requireLines(wanted.command, out)
}
