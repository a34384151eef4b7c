import { type Database, firstRow } from '../platform/postgres/database.ts'
import type { Session } from '../platform/postgres/session.ts'
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
 * Lets this role, and no other any more, read every view and add its looks to the audit. An event of the console goes through a function that lets only what the console may write pass, by the clock of the database
 * and in its own transaction: the service decides by other events, and by their times.
 */
export async function grantViews(session: Session, role: string): Promise<void> {
  for (const former of await findUsers(session))
    if (former !== role)
      await runMade(session, `revoke all on schema ${VIEWS_SCHEMA}, ${SIGN_IN_SCHEMA} from ${former}`)
  await runMade(session, `grant usage on schema ${VIEWS_SCHEMA} to ${role}`)
  await runMade(session, `grant usage, create on schema ${SIGN_IN_SCHEMA} to ${role}`)
  await runMade(session, `grant select on all tables in schema ${VIEWS_SCHEMA} to ${role}`)
  await runMade(session, `grant insert on ${VIEWS_SCHEMA}.audit_events to ${role}`)
}

/** The roles that may use the schema of the views: the console's, where it was prepared. */
export async function findUsers(db: Database): Promise<readonly string[]> {
  const found = await db.query<{ name: string }>`
    select quote_ident(r.rolname) as name from pg_namespace n
     cross join lateral aclexplode(n.nspacl) as a join pg_roles r on r.oid = a.grantee
     where n.nspname = ${VIEWS_SCHEMA} and a.privilege_type = 'USAGE' and a.grantee <> n.nspowner`
  return found.map(({ name }) => name)
}

/** Makes the function and the trigger behind the view of the audit. */
export async function makeAuditDoor(session: Session): Promise<void> {
  const [place] = await session.query<{ schema: string }>`select quote_ident(current_schema()) as schema`
  await runMade(session, auditDoor(place?.schema ?? 'public'))
}

const auditDoor = (schema: string): string => `
create or replace function ${VIEWS_SCHEMA}.add_event() returns trigger language plpgsql security definer
   set search_path = pg_catalog, pg_temp as $door$
begin
  if new.name not in ('operator-looked', 'console-refused', 'console-looks-spent') or new.actor not in ('operator', 'citizen') then
    raise exception 'the console may not write the event %', new.name using errcode = 'insufficient_privilege';
  end if;
  insert into ${schema}.audit_events (event_id, filed_under, at, name, citizen_id, client_id, address, request_id, actor, details, operator)
  values (new.event_id, coalesce(new.citizen_id, new.event_id), clock_timestamp(), new.name, new.citizen_id, new.client_id, new.address, new.request_id,
          new.actor, new.details, new.operator);
  return new;
end $door$;
revoke all on function ${VIEWS_SCHEMA}.add_event() from public;
drop trigger if exists add_event on ${VIEWS_SCHEMA}.audit_events;
create trigger add_event instead of insert on ${VIEWS_SCHEMA}.audit_events for each row execute function ${VIEWS_SCHEMA}.add_event();`
