import { findCitizen, markOf } from '../citizens/index.ts'
import { type Belonging, belongingsOf, countOf, type NotTold } from '../platform/room/holds.ts'
import { selectAuthenticators } from './authenticator-store.ts'
import { countRecoveryCodes } from './recovery-code-store.ts'
import { CODE_WORDS } from './words/index.ts'

interface Counted {
  readonly count: number
}

const held = belongingsOf(CODE_WORDS)

// excused: "citizen_id = ${citizenId}" because the mark, which is made of the address, says the same; this one has the index.
/** What a citizen has for codes, and the wrong codes of strangers. */
export const CODE_HOLDS: readonly (Belonging | NotTold)[] = [
  held('apps', {
    table: 'authenticators',
    count: async ({ db }, citizenId) => (await selectAuthenticators(db, citizenId)).length,
  }),
  held('recoveryCodes', {
    table: 'recovery_codes',
    count: ({ db }, citizenId) => countRecoveryCodes(db, citizenId),
  }),
  held('halfSignIns', {
    table: 'half_sign_ins',
    count: ({ db, clock }, citizenId) =>
      countOf(db.query<Counted>`
        select count(*)::int as count
          from half_sign_ins h join citizens z on z.citizen_id = h.citizen_id and z.security_version = h.security_version
         where h.citizen_id = ${citizenId} and z.standing = 'active' and h.expires_at > to_timestamp(${clock.now()})`),
    goesBy: 'end of access',
  }),
  held('wrongCodes', {
    table: 'wrong_codes',
    count: async ({ db, clock }, citizenId) => {
      const citizen = await findCitizen(db, citizenId)
      if (!citizen) return 0
      return countOf(db.query<Counted>`
        select failures as count from wrong_codes
         where citizen_id = ${citizenId} and password_mark = ${markOf(citizen).passwordMark}
           and forget_at > to_timestamp(${clock.now()})`)
    },
    goesBy: 'forgiveness',
  }),
  { table: 'former_codes', because: 'it only notes that the account had an app' },
]
