import { type Belonging, countOf, numbered } from '../platform/room/holds.ts'
import { addressHash } from './guessed-address-store.ts'

interface Counted {
  readonly count: number
}

/** The browsers that an account knows, and the wrong passwords in a row. */
export const GUESS_HOLDS: readonly Belonging[] = [
  {
    table: 'known_devices',
    count: ({ db }, citizenId) =>
      countOf(db.query<Counted>`
        select count(*)::int as count from known_devices where citizen_id = ${citizenId}`),
    less: numbered('forgets', 'known browser'),
  },
  {
    table: 'known_devices',
    count: ({ db }, citizenId) =>
      countOf(db.query<Counted>`
        select coalesce(sum(failures), 0)::int as count from known_devices where citizen_id = ${citizenId}`),
    less: (count) => `${numbered('forgets', 'wrong password')(count)} in browsers that the account knows`,
    goesBy: 'forgiveness',
  },
  {
    table: 'guessed_addresses',
    count: ({ db, clock, email }) =>
      countOf(db.query<Counted>`
        select failures as count from guessed_addresses
         where address_hash = ${addressHash(email)} and forget_at > to_timestamp(${clock.now()})`),
    less: (count) => `${numbered('forgets', 'wrong password')(count)} at the address`,
    goesBy: 'forgiveness',
  },
]
