import { type Belonging, belongingsOf, countOf } from '../platform/room/holds.ts'
import { addressHash } from './guessed-address-store.ts'
import { GUESS_WORDS } from './words/index.ts'

interface Counted {
  readonly count: number
}

const held = belongingsOf(GUESS_WORDS)

/** The browsers that an account knows, and the wrong passwords in a row. */
export const GUESS_HOLDS: readonly Belonging[] = [
  held('browsers', {
    table: 'known_devices',
    count: ({ db }, citizenId) =>
      countOf(db.query<Counted>`
        select count(*)::int as count from known_devices where citizen_id = ${citizenId}`),
  }),
  held('inBrowsers', {
    table: 'known_devices',
    count: ({ db }, citizenId) =>
      countOf(db.query<Counted>`
        select coalesce(sum(failures), 0)::int as count from known_devices where citizen_id = ${citizenId}`),
    goesBy: 'forgiveness',
  }),
  held('atAddress', {
    table: 'guessed_addresses',
    count: ({ db, clock, email }) =>
      countOf(db.query<Counted>`
        select failures as count from guessed_addresses
         where address_hash = ${addressHash(email)} and forget_at > to_timestamp(${clock.now()})`),
    goesBy: 'forgiveness',
  }),
]
