import { type Belonging, belongingsOf, countOf, type NotTold } from '../platform/room/holds.ts'
import { ACCESS_WORDS } from './words/index.ts'

interface Counted {
  readonly count: number
}

const held = belongingsOf(ACCESS_WORDS)

/** Where a citizen is signed in, and which programs that reaches. Reads citizens and clients of the rooms below. */
export const ACCESS_HOLDS: readonly (Belonging | NotTold)[] = [
  held('sessions', {
    table: 'sessions',
    count: ({ db, clock }, citizenId) =>
      countOf(db.query<Counted>`
        select count(*)::int as count
          from sessions s join citizens z on z.citizen_id = s.citizen_id and z.security_version = s.security_version
         where s.citizen_id = ${citizenId} and z.standing = 'active' and s.ended_at is null
           and s.expires_at > to_timestamp(${clock.now()})`),
    goesBy: 'end of access',
  }),
  held('grants', {
    table: 'grants',
    count: ({ db, clock }, citizenId) =>
      countOf(db.query<Counted>`
        select count(distinct g.client_id)::int as count
          from grants g
          join citizens z on z.citizen_id = g.citizen_id and z.security_version = g.security_version
          join clients c on c.client_id = g.client_id and c.generation = g.client_generation
         where g.citizen_id = ${citizenId} and z.standing = 'active' and g.ended_at is null
           and g.expires_at > to_timestamp(${clock.now()})`),
    goesBy: 'end of access',
  }),
  held('connections', {
    table: 'connections',
    count: ({ db }, citizenId) =>
      countOf(db.query<Counted>`
        select count(*)::int as count from connections where citizen_id = ${citizenId}`),
  }),
  { table: 'access_tokens', because: 'they end with their grants' },
  { table: 'authorization_codes', because: 'they end with their sessions, and live for seconds' },
]
