import { mintRefreshToken } from '../src/access/refresh-token.ts'
import type { Database } from '../src/platform/postgres/database.ts'
import { randomUuid } from '../src/platform/random.ts'
import { systemRandom } from '../src/platform/system-random.ts'

/** A well-formed refresh token of no grant. */
export function unknownRefreshToken(): string {
  const grant = { citizenId: randomUuid(systemRandom), grantId: randomUuid(systemRandom) }
  return mintRefreshToken(systemRandom, grant).value.reveal()
}

/** Access tokens without a grant, or with an ended one. There must never be any. */
export async function tokensThatOutlivedTheirGrant({
  db,
}: {
  readonly db: Database
}): Promise<readonly { readonly grantId: string }[]> {
  return db.query<{ grantId: string }>`
    select t.grant_id as "grantId" from access_tokens t
      left join grants g on g.citizen_id = t.citizen_id and g.grant_id = t.grant_id
     where g.grant_id is null or g.ended_at is not null`
}
