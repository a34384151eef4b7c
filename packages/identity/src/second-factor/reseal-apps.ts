import { anyRow, type Database } from '../platform/postgres/database.ts'
import type { SealedBatch, SealedValue } from '../platform/room/room.ts'
import { FIRST_UUID } from '../platform/uuid.ts'
import { type AuthenticatorKey, contextOf } from './authenticator.ts'

/** Apps whose secret another key has sealed. */
export async function findOtherApps(
  db: Database,
  { keyId, after, most }: SealedBatch,
): Promise<readonly SealedValue[]> {
  const { citizenId, authenticatorId } = keyOf(after)
  const rows = await db.query<AuthenticatorKey & Pick<SealedValue, 'sealed'>>`
    select citizen_id as "citizenId", authenticator_id as "authenticatorId", sealed_secret as sealed from authenticators
     where (citizen_id, authenticator_id) > (${citizenId}::uuid, ${authenticatorId}::uuid)
       and substring(sealed_secret from 1 for 4) <> ${keyId}
     order by citizen_id, authenticator_id limit ${most}`
  return rows.map(({ sealed, ...key }) => ({
    place: `${key.citizenId} ${key.authenticatorId}`,
    context: contextOf(key),
    sealed,
  }))
}

/** Stores the secret of an app that was sealed anew, where it is still the same. A code that is used meanwhile has sealed it, too. */
export function replaceSecret(
  db: Database,
  { place, sealed }: SealedValue,
  resealed: Buffer,
): Promise<boolean> {
  const { citizenId, authenticatorId } = keyOf(place)
  return anyRow(db.query`
    update authenticators set sealed_secret = ${resealed}
     where citizen_id = ${citizenId}::uuid and authenticator_id = ${authenticatorId}::uuid and sealed_secret = ${sealed}
    returning citizen_id`)
}

function keyOf(place: string): AuthenticatorKey {
  const [citizenId = '', authenticatorId = FIRST_UUID] = place.split(' ')
  return { citizenId: citizenId || FIRST_UUID, authenticatorId }
}
