import { randomBytes } from 'node:crypto'
import { prepareConsole } from '../src/console-role/index.ts'
import { type DatabasePool, openPool } from '../src/platform/postgres/connect.ts'
import { TABLES } from '../src/room-heads.ts'
import { onEach, type TestDatabase } from './database.ts'

/** A PostgreSQL role that may do nothing yet, and the address of a test's database for it. */
export interface TestRole {
  readonly role: string
  /** As `PORTICO_CONSOLE_DATABASE_URL`. */
  readonly url: string
  /** A pool of this role, in this schema. */
  open(schema: string): DatabasePool
  drop(): Promise<void>
}

/** Makes a role on the server of a test's database. */
export async function makeRole({ address, database, url }: TestDatabase): Promise<TestRole> {
  const role = `console_${randomBytes(5).toString('hex')}`
  const run = (statement: string) => onEach([address], database, statement)
  await run(`create role ${role} login`)
  const own = url.replace(/\/\/[^@]*@/, `//${role}@`)
  return {
    role,
    url: own,
    open: (schema) =>
      openPool(
        { kind: 'url', url: `${own}&search_path=${schema}` },
        { connections: 2, deadlineMilliseconds: 20_000, access: 'any' },
      ),
    async drop() {
      await run(`drop owned by ${role} cascade`)
      await run(`drop role ${role}`)
    },
  }
}

/** Makes a role that may do what the console may. */
export async function makeConsoleRole(database: TestDatabase): Promise<TestRole> {
  const made = await makeRole(database)
  const prepared = await prepareConsole(database.address, { role: made.role, tables: TABLES })
  if (!prepared.ok) throw new Error(prepared.refusal)
  return made
}
