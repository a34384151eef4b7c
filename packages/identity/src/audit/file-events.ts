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
