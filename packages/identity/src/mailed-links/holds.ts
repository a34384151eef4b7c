import { type Belonging, countOf, numbered } from '../platform/room/holds.ts'
import { OUTLASTING } from './link-kinds.ts'

/** The links in the mailbox of a citizen that still open something. Reads citizens of the room below. */
export const LINK_HOLDS: readonly Belonging[] = [
  {
    table: 'mailed_links',
    count: ({ db, clock }, citizenId) =>
      countOf(db.query<{ readonly count: number }>`
        select count(*)::int as count
          from mailed_links l join citizens z on z.citizen_id = l.citizen_id and z.security_version = l.security_version
         where l.kind <> ${OUTLASTING} and l.citizen_id = ${citizenId} and z.standing = 'active' and l.expires_at > to_timestamp(${clock.now()})`),
    less: numbered('ends', 'mailed link'),
    more: numbered('mails', 'link'),
    goesBy: 'end of access',
  },
]
