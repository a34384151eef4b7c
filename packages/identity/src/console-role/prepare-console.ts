import type { DatabaseAddress } from '../platform/postgres/address.ts'
import { MIGRATION_LOCK } from '../platform/postgres/migrate.ts'
import { ON_PRIMARY, openSession, type Session } from '../platform/postgres/session.ts'
import type { Tables } from '../platform/postgres/table.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import { findRights, findUsers, grantViews, makeDoors } from './console-rights.ts'
import { dropViews, makeViews, SIGN_IN_SCHEMA, VIEWS_SCHEMA } from './console-views.ts'
import { runMade } from './run-made.ts'

/**
 * Why a role cannot be that of the console. `may-do-more`: it reads the tables themselves, or could make itself able to, so that the views would protect nothing.
 * `several-servers`: the tables are distributed, and Citus asks the other servers with the role itself, which may read nothing there.
 */
export type PrepareRefusal = 'unknown-role' | 'may-do-more' | 'several-servers'

/**
 * Lets a role read the views and write its looks, and nothing else, and no other role any more: it makes the schemas, the views and the rights, in one transaction. It can be repeated. The role is made
 * by whoever runs the database, because its password is theirs; an embedded server, where a role has none, gets it here.
 */
export function prepareConsole(
  address: DatabaseAddress,
  { role, tables }: { readonly role: string; readonly tables: Tables },
): Promise<Result<void, PrepareRefusal>> {
  return inTurn(address, async (session) => {
    if ((await session.layout()) === 'distributed') return refused('several-servers')
    if (address.kind === 'socket') await makeRole(session, role)
    const may = await findRights(session, role)
    if (!may) return refused('unknown-role')
    if (may.isMore) return refused('may-do-more')
    await runMade(session, `create schema if not exists ${VIEWS_SCHEMA}`)
    await runMade(session, `create schema if not exists ${SIGN_IN_SCHEMA}`)
    await makeAll(session, tables, may.name)
    return accepted(undefined)
  })
}

/** Makes the views as the tables are now, where the console was prepared. Its role keeps its rights. */
export async function renewConsoleViews(address: DatabaseAddress, tables: Tables): Promise<void> {
  await inTurn(address, async (session) => {
    const [role] = await findUsers(session)
    if (role === undefined) return
    await dropViews(session)
    await makeAll(session, tables, role)
  })
}

async function makeAll(session: Session, tables: Tables, role: string): Promise<void> {
  await makeViews(session, tables)
  await makeDoors(session, tables)
  await grantViews(session, { role, tables })
}

async function makeRole(session: Session, role: string): Promise<void> {
  const [missing] = await session.query<{ text: string }>`
    select format('create role %I login', ${role}::text) as text
     where not exists (select 1 from pg_roles where rolname = ${role})`
  if (missing) await runMade(session, missing.text)
}

async function inTurn<Value>(
  address: DatabaseAddress,
  work: (session: Session) => Promise<Value>,
): Promise<Value> {
  const session = await openSession(address, ON_PRIMARY)
  try {
    return await session.transaction(async (tx) => {
      await tx.query`select pg_advisory_xact_lock(${MIGRATION_LOCK})`
      return work(session)
    })
  } finally {
    await session.close()
  }
}
