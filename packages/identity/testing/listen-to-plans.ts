import { setTimeout as pause } from 'node:timers/promises'
import { openSession } from '../src/platform/postgres/session.ts'
import type { TestDatabase } from './database.ts'

/** One step of a plan, as PostgreSQL describes it. */
export interface PlanStep {
  readonly 'Node Type': string
  /** Its relation to the step above. The inner step of a nested loop runs once for each row of the outer one. */
  readonly 'Parent Relationship'?: string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly Plans?: readonly PlanStep[]
}

/** A statement that PostgreSQL ran, with its plan. */
export interface RunStatement {
  readonly statement: string
  readonly plan: PlanStep
}

/** Receives the plan of each statement that runs in one database. */
export interface PlanListener {
  /** Runs some work, and returns the statements that PostgreSQL ran meanwhile, with their plans. */
  during(deed: () => Promise<unknown>): Promise<readonly RunStatement[]>
  close(): Promise<void>
}

const ENTRY = /LOG: {2}duration: [\d.]+ ms {2}plan:\n((?:\t.*\n)+)/g

/** Makes PostgreSQL report the plans (auto_explain) of all later connections to this database. */
export async function listenToPlans(database: TestDatabase): Promise<PlanListener> {
  const session = await openSession(database.address)
  const name = database.address.database
  await session.runText(`alter database ${name} set session_preload_libraries = 'auto_explain'`)
  await session.runText(`alter database ${name} set auto_explain.log_min_duration = 0`)
  await session.runText(`alter database ${name} set auto_explain.log_format = 'json'`)
  await session.runText(`alter database ${name} set auto_explain.log_nested_statements = on`)
  let marks = 0

  const logSize = async () => {
    const [log] = await session.query<{ path: string; size: number }>`
      select path, (pg_stat_file(path)).size::int as size from pg_current_logfile() as path`
    if (!log) throw new Error('The server keeps no log')
    return log
  }
  /** The log since then. A message of ours at the end shows that it is complete. */
  const readSince = async ({ path, size }: { path: string; size: number }): Promise<string> => {
    const mark = `all was said ${name} ${(marks += 1)}`
    await session.runText(`do $$ begin raise log '${mark}'; end $$`)
    for (let tries = 0; tries < 3_000; tries += 1) {
      const [read] = await session.query<{
        text: string
      }>`select pg_read_file(${path}, ${size}, 1000000000) as text`
      if (read?.text.includes(mark)) return read.text
      await pause(20)
    }
    throw new Error(`The server's log ${path} does not say "${mark}"`)
  }
  return {
    async during(deed) {
      const start = await logSize()
      await deed()
      return [...(await readSince(start)).matchAll(ENTRY)].map(([, entry = '']) => read(entry))
    },
    close: () => session.close(),
  }
}

function read(entry: string): RunStatement {
  const told = JSON.parse(entry.replaceAll('\n\t', '\n')) as { 'Query Text': string; Plan: PlanStep }
  return { statement: told['Query Text'], plan: told.Plan }
}

/** A step with all steps below it. */
export function stepsOf(plan: PlanStep): readonly PlanStep[] {
  return [plan, ...(plan.Plans ?? []).flatMap(stepsOf)]
}
