import type { Question } from './question.ts'

/** What is so of sessions, and of what programs got in them. What the security version has ended is not alive. */
export const ABOUT_ACCESS: readonly Question[] = [
  {
    name: 'Who is suspended or closed has no live session',
    section: '3, 5 rule 5',
    sql: `
      select s.session_id
        from sessions s
        join citizens c on c.citizen_id = s.citizen_id and c.security_version = s.security_version
       where c.standing <> 'active' and s.ended_at is null and s.expires_at > now()`,
  },
  {
    name: 'Who is suspended or closed has no live grant',
    section: '3, 5 rule 5',
    sql: `
      select g.grant_id
        from grants g
        join citizens c on c.citizen_id = g.citizen_id and c.security_version = g.security_version
       where c.standing <> 'active' and g.ended_at is null and g.expires_at > now()`,
  },
  {
    name: 'Who is suspended or closed has no live token',
    section: '3, 4.1 introspect',
    sql: `
      select t.grant_id
        from access_tokens t
        join citizens c on c.citizen_id = t.citizen_id and c.security_version = t.security_version
       where c.standing <> 'active' and t.expires_at > now()`,
  },
  {
    name: 'Who is suspended or closed has no code that could be exchanged',
    section: '3, 4.1 token',
    sql: `
      select k.session_id
        from authorization_codes k
        join citizens c on c.citizen_id = k.citizen_id and c.security_version = k.security_version
       where c.standing <> 'active' and k.spent_at is null and k.expires_at > now()`,
  },
  {
    name: 'A session that has ended leaves no live grant',
    section: '3, 5 rule 5',
    sql: `
      select g.grant_id
        from sessions s
        join grants g on g.citizen_id = s.citizen_id and g.session_id = s.session_id
        join citizens c on c.citizen_id = g.citizen_id and c.security_version = g.security_version
       where s.ended_at is not null and g.ended_at is null and g.expires_at > now()`,
  },
  {
    name: 'A session that has ended leaves no live token',
    section: '3, 4.1 introspect',
    sql: `
      select t.grant_id
        from sessions s
        join access_tokens t on t.citizen_id = s.citizen_id and t.session_id = s.session_id
        join citizens c on c.citizen_id = t.citizen_id and c.security_version = t.security_version
       where s.ended_at is not null and t.expires_at > now()`,
  },
  {
    name: 'A token has a grant that has not ended',
    section: '4.1 introspect',
    sql: `
      select t.grant_id
        from access_tokens t left join grants g on g.citizen_id = t.citizen_id and g.grant_id = t.grant_id
       where g.grant_id is null or g.ended_at is not null`,
  },
  {
    name: 'A token belongs to the program and the session of its grant',
    section: '2.12, 4.1 introspect',
    sql: `
      select t.grant_id
        from access_tokens t join grants g on g.citizen_id = t.citizen_id and g.grant_id = t.grant_id
       where t.client_id <> g.client_id or t.session_id <> g.session_id`,
  },
  {
    name: 'A session ends after 14 days',
    section: '5 rule 2, 8',
    sql: `select session_id from sessions where expires_at > authenticated_at + interval '14 days'`,
  },
  {
    name: 'A grant ends after 14 days',
    section: '5 rule 2, 8',
    sql: `select grant_id from grants where expires_at > authenticated_at + interval '14 days'`,
  },
  {
    name: 'An access token ends after 900 seconds',
    section: '2.9, 8',
    sql: `select grant_id from access_tokens where expires_at > issued_at + interval '900 seconds'`,
  },
  {
    name: 'A code ends after 90 seconds',
    section: '3, 8',
    sql: `select session_id from authorization_codes where expires_at > created_at + interval '90 seconds'`,
  },
  {
    name: 'A code is exchanged before its end',
    section: '3, 8',
    sql: `select session_id from authorization_codes where spent_at >= expires_at`,
  },
  {
    name: 'A code gives one grant',
    section: '3, 4.1 token',
    sql: `select grant_id from authorization_codes where grant_id is not null group by grant_id having count(*) > 1`,
  },
  {
    name: 'A refresh token is exchanged once',
    section: '3, 5 rule 2',
    sql: `
      select grant_id from access_tokens where spent_refresh_hash is not null
       group by grant_id, spent_refresh_hash having count(*) > 1`,
  },
  {
    name: 'A disabled program has no live grant',
    section: '4.1 introspect',
    sql: `
      select g.grant_id
        from clients p join grants g on g.client_id = p.client_id and g.client_generation = p.generation
       where p.disabled_at is not null and g.ended_at is null and g.expires_at > now()`,
  },
  {
    name: 'Only who has proven the address has a live grant',
    section: '1 rule 1, 4.1 authorize, 5',
    sql: `
      select g.grant_id
        from grants g
        join citizens c on c.citizen_id = g.citizen_id and c.security_version = g.security_version
       where not c.email_verified and g.ended_at is null and g.expires_at > now()`,
  },
  {
    name: 'A program has a live grant only while its citizen is connected with it',
    section: '4.1 authorize',
    sql: `
      select g.grant_id
        from grants g
        join citizens c on c.citizen_id = g.citizen_id and c.security_version = g.security_version
        left join connections n on n.citizen_id = g.citizen_id and n.client_id = g.client_id
       where n.client_id is null and g.ended_at is null and g.expires_at > now()`,
  },
]
