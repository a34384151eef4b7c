import type { Question } from './question.ts'

/** What is so of the keys that sign ID tokens. */
export const ABOUT_KEYS: readonly Question[] = [
  {
    name: 'No two keys sign at the same time',
    section: '2.8, 4.3 rule 4',
    sql: `
      select signs_from from signing_keys where published_until is null
       group by signs_from having count(*) > 1`,
  },
  {
    name: 'A key signs',
    section: '1 rule 2, 2.8',
    sql: `
      select 'none' as key
       where not exists (select 1 from signing_keys where published_until is null and signs_from <= now())`,
  },
  {
    name: 'An emergency rotation withdraws every earlier key',
    section: '2.8, 4.3 rule 4',
    sql: `
      select k.kid
        from signing_keys k
        join audit_events e on e.name = 'signing-keys-rotated' and e.details ->> 'kind' = 'emergency'
         and e.details ->> 'kid' <> k.kid and e.at >= k.created_at
       where k.published_until is null`,
  },
  {
    name: 'A published key has no private part',
    section: '2.8',
    sql: `select kid from signing_keys where public_jwk ?| array['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k']`,
  },
]
