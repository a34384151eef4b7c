import type { Database } from '../platform/postgres/database.ts'
import type { NewSuspension } from './suspension-cause.ts'

/** Stores what is known of a suspension, in place of what a suspension before it has left. */
export async function saveSuspension(
  tx: Database,
  citizenId: string,
  { since, cause, endsAt }: NewSuspension,
): Promise<void> {
  await tx.query`
    insert into suspensions as s (citizen_id, since, cause, ends_at)
    values (${citizenId}, to_timestamp(${since}), ${cause}, to_timestamp(${endsAt}))
    on conflict (citizen_id) do update
       set since = excluded.since, cause = excluded.cause, ends_at = excluded.ends_at`
}
