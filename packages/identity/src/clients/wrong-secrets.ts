import type { UnixSeconds } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { Client } from './client.ts'

/** A program that cannot work: somebody came in its name with a secret that it does not have, and nobody has come with a right one since. */
export interface WrongSecret extends Pick<Client, 'clientId' | 'name'> {
  /** When a wrong one was last noted; an hour has one note. */
  readonly wrongSecretAt: UnixSeconds
}

/** The programs whose last secret was a wrong one, the longest first. A disabled one is not among them. */
export async function findWrongSecrets(db: Database): Promise<readonly WrongSecret[]> {
  return db.query<WrongSecret>`
    select client_id as "clientId", name, extract(epoch from wrong_secret_at)::bigint as "wrongSecretAt"
      from clients c
     where disabled_at is null and wrong_secret_at is not null
       and not exists (select 1 from client_secrets s where s.client_id = c.client_id and s.last_used_at >= c.wrong_secret_at)
     order by wrong_secret_at, client_id`
}
