import type { Question } from './question.ts'

/** What is so of letters and of the links in them. */
export const ABOUT_LETTERS: readonly Question[] = [
  {
    name: 'A link for a new password works for 30 minutes',
    section: '3, 8',
    sql: `
      select citizen_id from mailed_links where kind = 'recovery' and expires_at > created_at + interval '30 minutes'`,
  },
  {
    name: 'A link that proves an address works for 24 hours',
    section: '3, 8',
    sql: `
      select citizen_id from mailed_links
       where kind in ('registration', 'verification') and expires_at > created_at + interval '24 hours'`,
  },
  {
    name: 'A link for a new password does not outlive a new password',
    section: '3',
    sql: `
      select m.citizen_id
        from mailed_links m
        join citizens c on c.citizen_id = m.citizen_id and c.security_version = m.security_version
        join audit_events e on e.citizen_id = m.citizen_id and e.name = 'password-reset' and e.at > m.created_at
       where m.kind = 'recovery'`,
  },
  {
    name: 'A registration makes one account',
    section: '3',
    sql: `
      select citizen_id from audit_events where name = 'account-created'
       group by citizen_id having count(*) > 1`,
  },
  {
    name: 'No letter waits for more than an hour',
    section: '4.1 enrollment',
    sql: `select message_id from outbox where created_at < now() - interval '1 hour'`,
  },
]
