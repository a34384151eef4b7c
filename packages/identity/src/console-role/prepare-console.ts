import type { DatabaseAddress } from '../platform/postgres/address.ts'
import type { Database } from '../platform/postgres/database.ts'
import { MIGRATION_LOCK } from '../platform/postgres/migrate.ts'
import { ON_PRIMARY, openSession, type Session } from '../platform/postgres/session.ts'
import type { Tables } from '../platform/postgres/table.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import { dropViews, hasViewsSchema, makeViews, SIGN_IN_SCHEMA, VIEWS_SCHEMA } from './console-views.ts'
import { runMade } from './run-made.ts'

/** Why a role cannot be that of the console. `may-do-more`: it reads the tables themselves, so that the views would protect nothing. */
export type PrepareRefusal = 'unknown-role' | 'may-do-more'

/**
 * Lets a role read the views and write its looks, and nothing else: it makes the schemas, the views and the rights, in one transaction. It can be repeated. The role is made
 * by whoever runs the database, because its password is theirs; an embedded server, where a role has none, gets it here.
 */
export function prepareConsole(
  address: DatabaseAddress,
  { role, tables }: { readonly role: string; readonly tables: Tables },
): Promise<Result<void, PrepareRefusal>> {
  return inTurn(address, async (session) => {
    if (address.kind === 'socket') await makeRole(session, role)
    const may = await findRights(session, role)
    if (!may) return refused('unknown-role')
    if (may.isMore) return refused('may-do-more')
    await runMade(session, `create schema if not exists ${VIEWS_SCHEMA}`)
    await runMade(session, `create schema if not exists ${SIGN_IN_SCHEMA}`)
    await runMade(session, `grant usage on schema ${VIEWS_SCHEMA} to ${may.name}`)
    await runMade(session, `grant usage, create on schema ${SIGN_IN_SCHEMA} to ${may.name}`)
    await makeViews(session, tables)
    await grantViews(session)
    return accepted(undefined)
  })
}

/** Makes the views as the tables are now, where the console was prepared. Its role keeps its rights. */
export async function renewConsoleViews(address: DatabaseAddress, tables: Tables): Promise<void> {
  await inTurn(address, async (session) => {
    if (!(await hasViewsSchema(session))) return
    await dropViews(session)
    await makeViews(session, tables)
    await grantViews(session)
  })
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

/** Who may use the schema may read every view, and add to the audit. */
async function grantViews(session: Session): Promise<void> {
  for (const role of await findUsers(session)) {
    await runMade(session, `grant select on all tables in schema ${VIEWS_SCHEMA} to ${role}`)
    await runMade(session, `grant insert on ${VIEWS_SCHEMA}.audit_events to ${role}`)
  }
}

async function findUsers(db: Database): Promise<readonly string[]> {
  const found = await db.query<{ name: string }>`
    select quote_ident(r.rolname) as name from pg_namespace n
     cross join lateral aclexplode(n.nspacl) as a join pg_roles r on r.oid = a.grantee
     where n.nspname = ${VIEWS_SCHEMA} and a.privilege_type = 'USAGE' and a.grantee <> n.nspowner`
  return found.map(({ name }) => name)
}

/** What a role may do with the tables themselves, also by what everybody may. Undefined where there is none. */
async function findRights(
  db: Database,
  role: string,
): Promise<{ readonly name: string; readonly isMore: boolean } | undefined> {
  const [found] = await db.query<{ name: string; isMore: boolean }>`
    select quote_ident(rolname) as name,
           rolsuper or rolreplication or rolcreaterole or pg_has_role(oid, current_user, 'member')
           or exists (select 1 from pg_class c
                       where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
                         and (has_table_privilege(pg_roles.oid, c.oid, 'select, insert, update, delete, truncate')
                           or has_any_column_privilege(pg_roles.oid, c.oid, 'select, insert, update'))) as "isMore"
      from pg_roles where rolname = ${role}`
  return found
}
