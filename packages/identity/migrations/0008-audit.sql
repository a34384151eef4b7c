-- What happened, append-only. Names come from a closed catalogue; details never hold a secret.
create table audit_events (
  event_id   uuid        not null primary key,
  at         timestamptz not null,
  name       text        not null,
  citizen_id uuid,
  client_id  text,
  session_id uuid,
  address    text,
  request_id text,
  actor      text        not null,
  details    jsonb       not null
);
create index audit_events_by_time on audit_events (at, event_id);
create index audit_events_by_citizen on audit_events (citizen_id, at) where citizen_id is not null;
