import type { EmbeddedServer } from '../../../packages/embedded-postgres/src/index.ts'
import { MIGRATIONS } from '../../../packages/identity/src/migrations.ts'
import type { DatabaseAddress } from '../../../packages/identity/src/platform/postgres/address.ts'
import { migrate } from '../../../packages/identity/src/platform/postgres/migrate.ts'
import { openSession, type Session } from '../../../packages/identity/src/platform/postgres/session.ts'
import { TABLES } from '../../../packages/identity/src/room-heads.ts'
import { MIGRATIONS as PROGRAM_MIGRATIONS } from '../../../packages/program/src/store/postgres/migrations.ts'
import { allExcuses, excuseFor } from './plan-excuses.ts'
import { type PlanStep, planFaults } from './plan-faults.ts'
import { type PlannedStatement, plannedStatements, purgeStatements } from './planned-statements.ts'
import { filesBelow } from './source-files.ts'
import type { Statement } from './statements.ts'
import { pretendRows } from './ten-million-rows.ts'

/** What the plans of all statements show. */
export interface JudgedPlans {
  readonly faults: readonly string[]
  /** How many statements have a plan. */
  readonly planned: number
}

/** Plans every statement of the service and of a program's PostgreSQL as with ten million citizens. */
export async function planRealStatements(
  server: EmbeddedServer,
  all: { readonly identity: readonly Statement[]; readonly program: readonly Statement[] },
): Promise<JudgedPlans> {
  const at = (database: string): DatabaseAddress => ({
    ...{ kind: 'socket', socketDir: server.socketDir, port: server.port, user: server.user },
    database,
  })
  const first = await openSession(at(server.database))
  await first.runText('create database identity')
  await first.runText('create database program')
  await first.close()

  await migrate(at('identity'), MIGRATIONS)
  const identity = await openSession(at('identity'))
  await pretendRows(identity, 'public', growsInIdentity)
  const ofIdentity = [...plannedStatements(all.identity), ...(await purgeStatements(TABLES))]
  const identityFaults = await faultsOf(identity, ofIdentity, growsInIdentity)
  await identity.close()

  const program = await openSession(at('program'))
  await migrateProgram(program)
  await pretendRows(program, 'sso', growsInProgram)
  const ofProgram = plannedStatements(all.program)
  const programFaults = await faultsOf(program, ofProgram, growsInProgram)
  await program.close()

  return {
    faults: withoutExcused([...identityFaults, ...programFaults]),
    planned: ofIdentity.length + ofProgram.length,
  }
}

/** A table that every server has whole is a small one. */
function growsInIdentity(table: string): boolean {
  const placement = TABLES[table]?.placement
  return placement !== undefined && placement !== 'copied'
}

const SMALL_IN_PROGRAM = new Set(['meta', 'housekeeping', 'timelines'])
const growsInProgram = (table: string) => !SMALL_IN_PROGRAM.has(table)

async function migrateProgram(session: Session): Promise<void> {
  await session.runText('create schema sso; create table sso.meta (version int not null)')
  for (const step of PROGRAM_MIGRATIONS) await session.runText(step)
  await session.runText(
    'create table citizens (id uuid primary key, name text, email text not null, created_at timestamptz)',
  )
}

/** A statement that reads more than it is about. */
export interface StatementFault {
  readonly where: string
  readonly fault: string
}

/** Plans some statements in a database whose tables have pretended rows. */
export async function faultsOf(
  session: Session,
  statements: readonly PlannedStatement[],
  isLarge: (table: string) => boolean,
): Promise<readonly StatementFault[]> {
  const faults: StatementFault[] = []
  for (const { where, text } of statements)
    for (const fault of await faultsOfOne(session, text, isLarge)) faults.push({ where, fault })
  return faults
}

async function faultsOfOne(
  session: Session,
  text: string,
  isLarge: (table: string) => boolean,
): Promise<readonly string[]> {
  try {
    const [row] = await session.runText<{ 'QUERY PLAN': readonly [{ Plan: PlanStep }] }>(
      `explain (generic_plan, format json) ${text}`,
    )
    if (!row) throw new Error('PostgreSQL returned no plan')
    return planFaults(row['QUERY PLAN'][0].Plan, isLarge)
  } catch (error) {
    return [`has no plan: ${error instanceof Error ? error.message : String(error)}`]
  }
}

/** Leaves out what a comment explains. A comment that explains nothing is a fault. */
function withoutExcused(faults: readonly StatementFault[]): readonly string[] {
  const used = new Set<string>()
  const left = faults.filter(({ where }) => {
    const excuse = excuseFor(where)
    if (excuse) used.add(excuse.where)
    return excuse === undefined
  })
  const sources = filesBelow(['packages/identity/src', 'packages/program/src'], (path) =>
    path.endsWith('.ts'),
  )
  return [
    ...new Set(left.map(({ where, fault }) => `${where}: ${fault}`)),
    ...allExcuses(sources)
      .filter((where) => !used.has(where))
      .map((where) => `${where}: this comment explains nothing`),
  ]
}
