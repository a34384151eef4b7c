import { type Belonging, belongingsOf, countOf } from '../platform/room/holds.ts'
import { OUTLASTING } from './link-kinds.ts'
import { MAILED_LINK_WORDS } from './words/index.ts'

const held = belongingsOf(MAILED_LINK_WORDS)

/** The links in the mailbox of a citizen that still open something. Reads citizens of the room below. */
export const LINK_HOLDS: readonly Belonging[] = [
  held('links', {
    table: 'mailed_links',
    count: ({ db, clock }, citizenId) =>
      countOf(db.query<{ readonly count: number }>`
        select count(*)::int as count
          from mailed_links l join citizens z on z.citizen_id = l.citizen_id and z.security_version = l.security_version
         where l.kind <> ${OUTLASTING} and l.citizen_id = ${citizenId} and z.standing = 'active' and l.expires_at > to_timestamp(${clock.now()})`),
    goesBy: 'end of access',
  }),
]
