import { type Belonging, countOf, type NotTold, numbered } from '../platform/room/holds.ts'

interface Counted {
  readonly count: number
}

/** Where a citizen is signed in, and which programs that reaches. Reads citizens and clients of the rooms below. */
export const ACCESS_HOLDS: readonly (Belonging | NotTold)[] = [
  {
    table: 'sessions',
    count: ({ db, clock }, citizenId) =>
      countOf(db.query<Counted>`
        select count(*)::int as count
          from sessions s join citizens z on z.citizen_id = s.citizen_id and z.security_version = s.security_version
         where s.citizen_id = ${citizenId} and z.standing = 'active' and s.ended_at is null
           and s.expires_at > to_timestamp(${clock.now()})`),
    less: numbered('ends', 'session'),
    goesBy: 'end of access',
  },
  {
    table: 'grants',
    count: ({ db, clock }, citizenId) =>
      countOf(db.query<Counted>`
        select count(distinct g.client_id)::int as count
          from grants g
          join citizens z on z.citizen_id = g.citizen_id and z.security_version = g.security_version
          join clients c on c.client_id = g.client_id and c.generation = g.client_generation
         where g.citizen_id = ${citizenId} and z.standing = 'active' and g.ended_at is null
           and g.expires_at > to_timestamp(${clock.now()})`),
    less: numbered('ends the access to', 'program'),
    goesBy: 'end of access',
  },
  {
    table: 'connections',
    count: ({ db }, citizenId) =>
      countOf(db.query<Counted>`
        select count(*)::int as count from connections where citizen_id = ${citizenId}`),
    less: numbered('forgets what was allowed to', 'program'),
  },
  { table: 'access_tokens', because: 'they end with their grants' },
  { table: 'authorization_codes', because: 'they end with their sessions, and live for seconds' },
]
