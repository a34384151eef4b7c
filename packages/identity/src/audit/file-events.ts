import { anyRow, type Database } from '../platform/postgres/database.ts'
import type { Session } from '../platform/postgres/session.ts'

/**
 * Files each event under its citizen, where an earlier release has stored it. Each batch commits, so a run that was broken
 * off can be repeated.
 */
// plan: it files all events, once.
export async function fileEvents(session: Session, onBatch: (rows: number) => void): Promise<void> {
  for (;;) {
    const filled = await session.query`
      update audit_events set filed_under = coalesce(citizen_id, event_id)
       where event_id in (select event_id from audit_events where filed_under is null limit 10000)
      returning 1 as filed`
    if (filled.length === 0) return
    onBatch(filled.length)
  }
}

/** Makes `filed_under` a part of the primary key, as Citus requires of the column that says on which server a row is. */
export async function keyEventsByCitizen(session: Session): Promise<void> {
  await session.runText(
    `alter table audit_events alter column filed_under set not null, drop constraint audit_events_pkey,
       add constraint audit_events_pkey primary key (filed_under, event_id)`,
  )
}

/**
 * Makes each server of a distributed database store its own transaction with an event. Citus fills `written_in` on the server that
 * was asked, where its number means nothing to the one that has the row. A trigger of the parts alone runs where the row is. Citus calls
 * every trigger of a distributed table unsafe, because one may read other rows; this one reads nothing. A part that is
 * moved has it from its first write on.
 */
export async function numberEvents(session: Session): Promise<void> {
  if (await hasNumberedEvents(session)) return
  await session.transaction(async () => {
    await session.runText('set local citus.enable_unsafe_triggers = on')
    await session.runText(
      `create or replace function number_audit_event() returns trigger language plpgsql as
         'begin new.written_in := pg_current_xact_id(); return new; end'`,
    )
    await session.runText(
      `create trigger audit_events_numbered before insert on audit_events for each row execute function number_audit_event()`,
    )
  })
}

/** Whether a distributed database does so. */
export async function hasNumberedEvents(db: Pick<Database, 'query'>): Promise<boolean> {
  return anyRow(db.query`
    select 1 from pg_trigger where tgrelid = to_regclass('audit_events') and tgname = 'audit_events_numbered'`)
}
