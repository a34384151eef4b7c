import type { UnixSeconds } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { StoredSigningKey } from './signing-key.ts'

/** All keys, the oldest first. */
export async function findSigningKeys(db: Database): Promise<readonly StoredSigningKey[]> {
  return db.query<StoredSigningKey>`
    select kid, public_jwk as "publicJwk", sealed_private as "sealedPrivate",
           extract(epoch from created_at)::bigint as "createdAt", extract(epoch from signs_from)::bigint as "signsFrom",
           extract(epoch from published_until)::bigint as "publishedUntil"
      from signing_keys order by signs_from, created_at`
}

/** How many signing keys each secret key has sealed, by the id of the secret key in hexadecimal digits. */
export function countSigningKeysByKey(
  db: Database,
): Promise<readonly { readonly keyId: string; readonly count: number }[]> {
  return db.query<{ readonly keyId: string; readonly count: number }>`
    select encode(substring(sealed_private from 1 for 4), 'hex') as "keyId", count(*) from signing_keys group by 1`
}

/** Stores a new key. */
export async function insertSigningKey(db: Database, key: StoredSigningKey): Promise<void> {
  await db.query`
    insert into signing_keys (kid, public_jwk, sealed_private, created_at, signs_from, published_until)
    values (${key.kid}, ${JSON.stringify(key.publicJwk)}::text::jsonb, ${key.sealedPrivate},
            to_timestamp(${key.createdAt}), to_timestamp(${key.signsFrom}), null)`
}

/** Withdraws every key except one, at this instant. */
export async function withdrawOtherKeys(db: Database, kid: string, now: UnixSeconds): Promise<void> {
  await db.query`
    update signing_keys set published_until = to_timestamp(${now})
     where kid <> ${kid} and published_until is null`
}

/** Deletes keys that nobody needs any more. */
export async function deleteSigningKeys(db: Database, kids: readonly string[]): Promise<void> {
  for (const kid of kids) await db.query`delete from signing_keys where kid = ${kid}`
}

/** Locks the table (`share row exclusive`), so that one process at a time decides about keys. */
export async function lockSigningKeys(tx: Database): Promise<void> {
  await tx.query`lock table signing_keys in share row exclusive mode`
}
