import type { Tables } from '../platform/postgres/table.ts'

/** The events, and which days of them are in a file. */
export const AUDIT_TABLES = {
  // What happened, append-only. Names come from a closed catalogue; details never hold a secret. filed_under is the citizen of an event, or the
  // event's own id where it is about no citizen: on a distributed PostgreSQL, the events of one citizen are together, with the citizen's other rows, and those of
  // nobody apart. It may be null in old events; `portico distribute` fills those. written_in is the transaction that wrote it, so that a reader can
  // ask for everything that was committed since a snapshot (the feed of ended sessions, decision 41); old events have none. The index by ending has the
  // events that end something, in the order of their transactions, and no other, so that a code exchange does not write to it.
  audit_events: {
    placement: { by: 'filed_under' },
    backup: 'kept',
    // The service decides by other events, and by their times.
    throughConsole: {
      insert: (table) => `
begin
  if new.name not in ('operator-looked', 'console-refused', 'console-form-refused', 'console-looks-spent', 'break-glass-used', 'break-glass-refused', 'break-glass-ended')
     or new.actor not in ('operator', 'citizen', 'anonymous') then
    raise exception 'the console may not write the event %', new.name using errcode = 'insufficient_privilege';
  end if;
  if pg_column_size(new.details) > 8192 or length(concat(new.client_id, new.address, new.request_id, new.operator)) > 1000 then
    raise exception 'the event % is too large', new.name using errcode = 'insufficient_privilege';
  end if;
  insert into ${table} (event_id, filed_under, at, name, citizen_id, client_id, address, request_id, actor, details, operator)
  values (new.event_id, coalesce(new.citizen_id, new.event_id), clock_timestamp(), new.name, new.citizen_id, new.client_id, new.address, new.request_id,
          new.actor, new.details, new.operator);
end;`,
    },
    madeBy: `
create table audit_events (
  event_id    uuid        not null primary key,
  at          timestamptz not null,
  name        text        not null,
  citizen_id  uuid,
  client_id   text,
  session_id  uuid,
  address     text,
  request_id  text,
  actor       text        not null,
  details     jsonb       not null,
  filed_under uuid,
  written_in  xid8        default pg_current_xact_id()
);
create index audit_events_by_time on audit_events (at, event_id);
create index audit_events_by_citizen on audit_events (citizen_id, at) where citizen_id is not null;
create index audit_events_by_ending on audit_events (written_in)
 where name in ('signed-out', 'session-ended', 'program-disconnected', 'code-replayed', 'refresh-token-reused', 'grant-revoked',
                'password-reset', 'citizen-suspended', 'citizen-verification-required', 'citizen-signed-out', 'citizen-closed');`,
  },
  // The days (UTC) whose events are in a file that `portico audit export` has written: how many events, and the SHA-256 of their lines. Only events of
  // these days are ever deleted. `counted` is how many there were when the deletion began; where it differs, events came late, and the day stays.
  audit_exports: {
    placement: 'copied',
    backup: 'kept',
    madeBy: `
create table audit_exports (
  day         date        not null primary key,
  events      bigint      not null,
  sha256      text        not null,
  exported_at timestamptz not null,
  counted     bigint,
  deleted_at  timestamptz
);`,
  },
} satisfies Tables
