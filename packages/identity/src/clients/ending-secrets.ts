import { plusSeconds, type UnixSeconds } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { Client } from './client.ts'
import type { ClientSecret } from './client-secret.ts'

const DAY_SECONDS = 24 * 60 * 60

/** How long before its end a secret is told. */
export const TOLD_BEFORE_SECONDS = 14 * DAY_SECONDS

/** A secret that was used since is in use. One that its program has replaced ends without a word. */
const IN_USE_SECONDS = 7 * DAY_SECONDS

/** A secret that was refused since is still sent; that is noted once an hour. */
export const SENT_SECONDS = 2 * 60 * 60

/** A secret by whose end its program cannot work, or cannot already. */
export interface EndingSecret
  extends Pick<Client, 'clientId' | 'name'>,
    Pick<ClientSecret, 'secretId' | 'label'> {
  readonly expiresAt: UnixSeconds
}

/**
 * The secrets that end soon and are in use, or are the last that their client has; and those that have ended and are still sent. The next end comes
 * first. A disabled client has none.
 */
export async function findEndingSecrets(db: Database, now: UnixSeconds): Promise<readonly EndingSecret[]> {
  const soon = plusSeconds(now, TOLD_BEFORE_SECONDS)
  const [used, sent] = [plusSeconds(now, -IN_USE_SECONDS), plusSeconds(now, -SENT_SECONDS)]
  return db.query<EndingSecret>`
    select client_id as "clientId", name, secret_id as "secretId", label, extract(epoch from expires_at)::bigint as "expiresAt"
      from client_secrets s join clients using (client_id)
     where disabled_at is null and expires_at <= to_timestamp(${soon})
       and case when expires_at <= to_timestamp(${now}) then refused_at > to_timestamp(${sent})
                else last_used_at > to_timestamp(${used})
                     or not exists (select 1 from client_secrets o
                                     where o.client_id = s.client_id and (o.expires_at is null or o.expires_at > s.expires_at))
           end
     order by expires_at, client_id, secret_id`
}
