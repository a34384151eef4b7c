import type { UnixSeconds } from '../../platform/clock.ts'
import { type Database, firstRow } from '../../platform/postgres/database.ts'

/** The number of grants that were active in the generation that ended last. Reads citizens and clients of the rooms below. */
// plan: no index has the client: one for this statement alone would cost more at each sign-in than it saves.
export async function countEndedGrants(db: Database, clientId: string, now: UnixSeconds): Promise<number> {
  const counted = await firstRow(db.query<{ grants: number }>`
    select count(*)::int as grants
      from grants g
      join clients c on c.client_id = g.client_id and c.generation = g.client_generation + 1
      join citizens z on z.citizen_id = g.citizen_id and z.security_version = g.security_version and z.standing = 'active'
     where g.client_id = ${clientId} and g.ended_at is null and g.expires_at > to_timestamp(${now})`)
  return counted?.grants ?? 0
}
