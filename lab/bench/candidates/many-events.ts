import type { Client } from 'pg'

/** Citizens that one statement writes. */
const CITIZENS_PER_BATCH = 20_000

const CITIZEN = `md5('citizen ' || i)::uuid`
/** Two hundred days until now, so that the export has files of a usual size, and the last day has its share. */
const BEGAN = `date_trunc('hour', now()) - interval '200 days' + interval '1 second' * (i::float8 * 17280000 / $3::int)`

const STATEMENTS = [
  `insert into citizens (citizen_id, subject, email, email_verified, full_name, phone_number, standing,
     security_version, password_hash, password_changed_at, created_at)
   select ${CITIZEN}, md5('subject ' || i)::uuid, 'many.' || i || '@example.test', true, 'Ana Example ' || i, '', 'active', 1,
     '$argon2id$v=19$m=19456,t=2,p=1$' || substr(encode(sha256(i::text::bytea), 'base64'), 1, 22) || '$' ||
       substr(encode(sha256(('p' || i)::bytea), 'base64'), 1, 43),
     ${BEGAN}, ${BEGAN} from generate_series($1::int, $2::int) as i`,
  `insert into login_emails (email, citizen_id)
   select 'many.' || i || '@example.test', ${CITIZEN} from generate_series($1::int, $2::int) as i where $3::int > 0`,
  `insert into known_devices (citizen_id, device_hash, first_seen_at, last_seen_at)
   select ${CITIZEN}, sha256(('device ' || i)::bytea), ${BEGAN}, ${BEGAN} from generate_series($1::int, $2::int) as i`,
  `insert into connections (citizen_id, client_id, scope, connected_at, last_entered_at)
   select ${CITIZEN}, client, 'openid profile email', ${BEGAN}, ${BEGAN}
     from generate_series($1::int, $2::int) as i, unnest(array['permits', 'parking']) as client`,
  `insert into audit_events (event_id, filed_under, at, name, citizen_id, client_id, session_id, address, request_id, actor,
     details)
   select overlay(md5('event ' || i || ' ' || j) placing lpad(to_hex(extract(epoch from ${BEGAN})::bigint * 1000 + j), 12, '0') from 1 for 12)::uuid,
     ${CITIZEN}, ${BEGAN} + interval '1 millisecond' * j,
     (array['signed-in', 'program-entered', 'sign-in-failed', 'signed-out', 'program-entered'])[1 + j % 5], ${CITIZEN},
     case j % 5 when 1 then 'permits' when 4 then 'parking' end, md5('session ' || i)::uuid, '192.0.2.' || i % 250,
     md5('request ' || i || ' ' || j), case j % 5 when 1 then 'client' else 'citizen' end,
     case j % 5 when 0 then '{"factor": "password", "is_known_device": true}' when 2 then '{"reason": "wrong-password"}' else '{}' end::jsonb
     from generate_series($1::int, $2::int) as i, generate_series(0, $4::int - 1) as j`,
]

/** The rows to write. */
export interface ManyEvents {
  readonly citizens: number
  readonly eventsPerCitizen: number
}

/** Writes citizens who use two programs, and the events of each, in the order of time. Then runs VACUUM ANALYZE. */
export async function writeManyEvents(
  client: Client,
  { citizens, eventsPerCitizen }: ManyEvents,
  onProgress: (written: number) => void,
): Promise<void> {
  await client.query('set synchronous_commit = off')
  for (let first = 0; first < citizens; first += CITIZENS_PER_BATCH) {
    const last = Math.min(first + CITIZENS_PER_BATCH, citizens) - 1
    const values = [first, last, citizens, eventsPerCitizen]
    for (const text of STATEMENTS) await client.query(text, values.slice(0, text.includes('$4') ? 4 : 3))
    onProgress(last + 1)
  }
  await client.query('vacuum analyze')
}

/** The address of the citizen with that number. */
export function manyEventsCitizen(number: number): string {
  return `many.${number}@example.test`
}
