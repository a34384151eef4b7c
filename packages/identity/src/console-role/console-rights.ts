import { anyRow, type Database, firstRow } from '../platform/postgres/database.ts'
import type { Session } from '../platform/postgres/session.ts'
import type { Tables, WrittenThroughConsole } from '../platform/postgres/table.ts'
import { SIGN_IN_SCHEMA, VIEWS_SCHEMA } from './console-views.ts'
import { runMade } from './run-made.ts'

/** A role, quoted, and whether it may do more than the console may. */
export interface RoleRights {
  readonly name: string
  readonly isMore: boolean
}

/**
 * What a role may do, also by what everybody may: read or change a table that is not the console's own, make anything in a schema that is not, or be another role. Undefined where there is none.
 * A function or a table that the role makes where the service's statements look would run with the service's rights.
 */
export function findRights(db: Database, role: string): Promise<RoleRights | undefined> {
  return firstRow(db.query<RoleRights>`
    select quote_ident(rolname) as name,
           rolsuper or rolreplication or rolcreaterole or rolcreatedb or rolbypassrls
           or exists (select 1 from pg_auth_members where member = pg_roles.oid)
           or has_database_privilege(oid, current_database(), 'create')
           or exists (select 1 from pg_namespace n
                       where n.nspname not in (${VIEWS_SCHEMA}, ${SIGN_IN_SCHEMA}) and n.nspname !~ '^pg_(toast_)?temp_'
                         and has_schema_privilege(pg_roles.oid, n.oid, 'create'))
           or exists (select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace
                       where n.nspname not in (${VIEWS_SCHEMA}, ${SIGN_IN_SCHEMA}, 'pg_catalog', 'information_schema')
                         and n.nspname !~ '^pg_' and c.relkind in ('r', 'p')
                         and (has_table_privilege(pg_roles.oid, c.oid, 'select, insert, update, delete, truncate')
                           or has_any_column_privilege(pg_roles.oid, c.oid, 'select, insert, update'))) as "isMore"
      from pg_roles where rolname = ${role}`)
}

/** Whether the role of this connection may do more than the console may. The console asks when it starts: rights change. */
export async function mayDoMore(db: Database): Promise<boolean> {
  const [role] = await db.query<{ name: string }>`select current_user::text as name`
  const rights = role && (await findRights(db, role.name))
  return rights?.isMore ?? true
}

/**
 * Lets this role, and no other any more, read every view, and write through those whose table says what of it may pass.
 */
export async function grantViews(
  session: Session,
  { role, tables }: { readonly role: string; readonly tables: Tables },
): Promise<void> {
  for (const former of await findUsers(session))
    if (former !== role)
      await runMade(session, `revoke all on schema ${VIEWS_SCHEMA}, ${SIGN_IN_SCHEMA} from ${former}`)
  await runMade(session, `grant usage on schema ${VIEWS_SCHEMA} to ${role}`)
  await runMade(session, `grant usage, create on schema ${SIGN_IN_SCHEMA} to ${role}`)
  await runMade(session, `grant select on all tables in schema ${VIEWS_SCHEMA} to ${role}`)
  for (const [table, { throughConsole = {} }] of Object.entries(tables))
    for (const way of waysOf(throughConsole))
      await runMade(session, `grant ${way} on ${VIEWS_SCHEMA}.${table} to ${role}`)
}

/** The roles that may use the schema of the views: the console's, where it was prepared. */
export async function findUsers(db: Database): Promise<readonly string[]> {
  const found = await db.query<{ name: string }>`
    select quote_ident(r.rolname) as name from pg_namespace n
     cross join lateral aclexplode(n.nspacl) as a join pg_roles r on r.oid = a.grantee
     where n.nspname = ${VIEWS_SCHEMA} and a.privilege_type = 'USAGE' and a.grantee <> n.nspowner`
  return found.map(({ name }) => name)
}

/** Whether the views read tables that are on several servers, so that no page can be answered. The console asks when it starts: it sees the list of Citus, and not the tables. */
export async function isOnSeveralServers(db: Database): Promise<boolean> {
  const [citus] = await db.query<{ isThere: boolean }>`
    select to_regclass('pg_catalog.pg_dist_partition') is not null as "isThere"`
  if (!citus?.isThere) return false
  return anyRow(db.query`
    select 1 from pg_catalog.pg_dist_partition p join pg_depend d on d.refobjid = p.logicalrelid
      join pg_rewrite r on r.oid = d.objid join pg_class c on c.oid = r.ev_class
      join pg_namespace n on n.oid = c.relnamespace and n.nspname = ${VIEWS_SCHEMA} limit 1`)
}

/** Whether a console was prepared for this database. */
export async function isPrepared(db: Database): Promise<boolean> {
  return (await findUsers(db)).length > 0
}

/** Makes the function and the trigger behind each view that the console may write through. */
export async function makeDoors(session: Session, tables: Tables): Promise<void> {
  const [place] = await session.query<{ schema: string }>`select quote_ident(current_schema()) as schema`
  for (const [table, { throughConsole }] of Object.entries(tables))
    if (throughConsole)
      await runMade(session, doorTo(table, throughConsole, `${place?.schema ?? 'public'}.${table}`))
}

/** Whoever may write through a view by one of two ways writes by the other one nothing: the function has no statement for it. */
function doorTo(table: string, through: WrittenThroughConsole, stored: string): string {
  const { insert, update } = through
  const door = `${VIEWS_SCHEMA}.write_${table}`
  const ways = [
    ...(insert ? [`if tg_op = 'INSERT' then ${insert(stored)} end if;`] : []),
    ...(update ? [`if tg_op = 'UPDATE' then ${update(stored)} end if;`] : []),
  ]
  return `
create or replace function ${door}() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $door$
begin
  ${ways.join('\n  ')}
  return new;
end $door$;
revoke all on function ${door}() from public;
drop trigger if exists write_row on ${VIEWS_SCHEMA}.${table};
create trigger write_row instead of ${waysOf(through).join(' or ')} on ${VIEWS_SCHEMA}.${table} for each row execute function ${door}();`
}

const waysOf = ({ insert, update }: WrittenThroughConsole): readonly string[] => [
  ...(insert ? ['insert'] : []),
  ...(update ? ['update'] : []),
]
