import type { UnixSeconds } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { Client } from './client.ts'
import { LAST_USED_SECONDS } from './client-secret.ts'

/**
 * Somebody came as a program with a secret that it does not have, and nobody has come with a right one since. It may have been the program itself, or
 * anybody who knows its id.
 */
export interface WrongSecret extends Pick<Client, 'clientId' | 'name'> {
  /** When a wrong one was last noted. */
  readonly wrongSecretAt: UnixSeconds
  /** When a right one last came; null where none of its secrets was ever used. */
  readonly lastRightAt: UnixSeconds | null
}

/**
 * The programs whose last secret was a wrong one, the longest first. A disabled one is not among them. Each process notes a right secret once a minute, so one
 * that was noted up to a minute before the wrong one may have come again after it, and counts. A note later than now is of a clock that ran ahead.
 */
export async function findWrongSecrets(db: Database, now: UnixSeconds): Promise<readonly WrongSecret[]> {
  return db.query<WrongSecret>`
    select c.client_id as "clientId", c.name, extract(epoch from c.wrong_secret_at)::bigint as "wrongSecretAt",
           extract(epoch from max(s.last_used_at))::bigint as "lastRightAt"
      from clients c left join client_secrets s on s.client_id = c.client_id
     where c.disabled_at is null and c.wrong_secret_at <= to_timestamp(${now})
     group by c.client_id, c.name, c.wrong_secret_at
    having max(s.last_used_at) is null or extract(epoch from max(s.last_used_at)) + ${LAST_USED_SECONDS} < extract(epoch from c.wrong_secret_at)
     order by c.wrong_secret_at, c.client_id`
}
