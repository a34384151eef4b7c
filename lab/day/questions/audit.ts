import type { Question } from './question.ts'

/** What is so of the audit. */
export const ABOUT_AUDIT: readonly Question[] = [
  {
    name: 'An act of an operator has a name',
    section: '3 suspension',
    sql: `select name from audit_events where actor = 'operator' and coalesce(operator, '') = ''`,
  },
  {
    name: 'An act of an operator that changes something has a reason',
    section: '3 suspension',
    sql: `
      select name, at from audit_events
       where actor = 'operator' and coalesce(details ->> 'reason', '') = ''
         and name not in ('operator-looked', 'operator-refused', 'client-grants-ended', 'migrations-applied')`,
  },
  {
    name: 'A suspended account has the event that suspended it',
    section: '3 suspension',
    sql: `
      select c.citizen_id
        from citizens c
       where c.standing = 'suspended'
         and not exists (select 1 from audit_events e
                          where e.citizen_id = c.citizen_id and e.name in ('citizen-suspended', 'citizen-brought'))`,
  },
  {
    name: 'An account came by a registration or by an import',
    section: '1 rule 1',
    sql: `
      select c.citizen_id
        from citizens c
       where not exists (select 1 from audit_events e
                          where e.citizen_id = c.citizen_id and e.name in ('account-created', 'citizen-brought'))`,
  },
  {
    name: 'What ended all access of a citizen is in the audit',
    section: '3, 5 rule 5',
    sql: `
      select c.citizen_id
        from citizens c
       where c.security_version > 1
         and not exists (select 1 from audit_events e
                          where e.citizen_id = c.citizen_id
                            and e.name in ('password-reset', 'password-changed', 'citizen-suspended', 'citizen-signed-out', 'citizen-closed',
                                           'citizen-verification-required'))`,
  },
  {
    name: 'A session began with an event',
    section: '5',
    sql: `
      select s.session_id
        from sessions s
       where not exists (select 1 from audit_events e
                          where e.citizen_id = s.citizen_id and e.session_id = s.session_id and e.name = 'signed-in')`,
  },
  {
    name: 'The audit has no link, code, token or secret',
    section: '4.1 authorize, 5 rule 7',
    sql: `select name, at from audit_events where details::text ~ 'p(at|ac|rt|gl|rl|bl|vl|hs)_[A-Za-z0-9_-]{20}'`,
  },
]
