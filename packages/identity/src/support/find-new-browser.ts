import type { UnixSeconds } from '../platform/clock.ts'
import { type Database, firstRow } from '../platform/postgres/database.ts'

/** How somebody may have come in with a browser that the account did not know: by a sign-in, or by a mailed link, which makes a browser known before it signs in. */
export interface NewBrowser {
  readonly name: 'signed-in' | 'password-reset' | 'browser-admitted'
  readonly at: UnixSeconds
}

/** The newest such event of a citizen since an instant. The sign-in of a registration is none: it made the account. */
// excused: "filed_under = ${citizenId}" because citizen_id says the same; this one names the server where there are several.
// excused: "citizen_id = ${citizenId}" because filed_under says the same; this one has the index.
export function findNewBrowser(
  db: Database,
  citizenId: string,
  since: UnixSeconds,
): Promise<NewBrowser | undefined> {
  return firstRow(db.query<NewBrowser>`
    select name, extract(epoch from at)::bigint as at from audit_events
     where filed_under = ${citizenId} and citizen_id = ${citizenId} and at >= to_timestamp(${since})
       and (name in ('password-reset', 'browser-admitted') or name = 'signed-in' and details ->> 'device' in ('new', 'first-ever'))
       and not exists (
             select 1 from audit_events made
              where made.filed_under = ${citizenId} and made.citizen_id = ${citizenId} and made.name = 'account-created'
                and made.request_id = audit_events.request_id)
     order by audit_events.at desc, event_id desc limit 1`)
}
