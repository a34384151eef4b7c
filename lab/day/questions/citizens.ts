import type { Question } from './question.ts'

/** What is so of every account. */
export const ABOUT_CITIZENS: readonly Question[] = [
  {
    name: 'A subject belongs to one citizen',
    section: '2.10',
    sql: `select subject from citizens group by subject having count(*) > 1`,
  },
  {
    name: 'A citizen of the morning still has the subject of the morning',
    section: '2.12, 4.3 rule 4',
    sql: `
      select m.subject, c.subject as now
        from day_clock.subjects m left join citizens c on c.citizen_id = m.citizen_id
       where c.subject is distinct from m.subject`,
  },
  {
    name: 'An account signs in with its own address',
    section: '2.1, 5',
    sql: `
      select c.citizen_id, c.email
        from citizens c left join login_emails l on l.email = c.email and l.citizen_id = c.citizen_id
       where c.standing <> 'closed' and l.email is null`,
  },
  {
    name: 'An address is trimmed and in lower case, and has at most 320 characters',
    section: '2.1, 8',
    sql: `
      select citizen_id, email from citizens
       where email <> lower(btrim(email)) or char_length(email) > 320`,
  },
  {
    name: 'A name has 1 to 150 characters, a phone number at most 20',
    section: '2.1, 8',
    sql: `
      select citizen_id from citizens
       where standing <> 'closed' and (char_length(full_name) not between 1 and 150 or char_length(phone_number) > 20)`,
  },
  {
    name: 'A password is stored as a hash alone',
    section: '5 rule 7',
    sql: `
      select citizen_id from citizens
       where password_hash <> '' and password_hash not like '$argon2id$%' and password_hash not like '$foreign$%'`,
  },
]
