import type { UnixSeconds } from '../platform/clock.ts'
import { anyRow, type Database } from '../platform/postgres/database.ts'
import type { Authenticator } from './authenticator.ts'

/** Stores that a citizen has removed the last app. An account that had codes before that one has had them for as long. */
export async function saveFormerCodes(
  tx: Database,
  { citizenId, trustedSince }: Pick<Authenticator, 'citizenId' | 'trustedSince'>,
  removedAt: UnixSeconds,
): Promise<void> {
  await tx.query`
    insert into former_codes as f (citizen_id, trusted_since, removed_at)
    values (${citizenId}, to_timestamp(${trustedSince}), to_timestamp(${removedAt}))
    on conflict (citizen_id) do update
       set trusted_since = least(f.trusted_since, excluded.trusted_since), removed_at = excluded.removed_at`
}

/** Whether the account of a citizen had codes before the ones of now, and already at an instant. */
export async function hasFormerCodes(db: Database, citizenId: string, at: UnixSeconds): Promise<boolean> {
  return anyRow(db.query`
    select 1 as one from former_codes where citizen_id = ${citizenId} and trusted_since <= to_timestamp(${at})`)
}

/** Forgets that an account had codes before. */
export async function forgetFormerCodes(tx: Database, citizenId: string): Promise<void> {
  await tx.query`delete from former_codes where citizen_id = ${citizenId}`
}

/** Forgets it where the last of them went until an instant. */
export async function forgetFormerCodesUntil(
  tx: Database,
  citizenId: string,
  until: UnixSeconds,
): Promise<void> {
  await tx.query`
    delete from former_codes where citizen_id = ${citizenId} and removed_at <= to_timestamp(${until})`
}
