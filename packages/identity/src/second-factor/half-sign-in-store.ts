import type { AccountMark } from '../citizens/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import type { TokenKey } from '../platform/opaque-token.ts'
import { anyRow, type Database, firstRow } from '../platform/postgres/database.ts'

/** How many codes may be tried with one ticket. */
export const MOST_TRIES = 5

/** A sign-in whose password was right, with the account as it was then. */
export type HalfSignIn = AccountMark

/** Stores a half sign-in, where the citizen has an app that makes codes. False where not. One row, however many the apps. */
export async function insertHalfSignIn(
  db: Database,
  { citizenId, hash }: TokenKey,
  { securityVersion, passwordMark, expiresAt }: HalfSignIn & { readonly expiresAt: UnixSeconds },
): Promise<boolean> {
  return anyRow(db.query`
    insert into half_sign_ins (citizen_id, ticket_hash, security_version, password_mark, tries, expires_at)
    select citizen_id, ${hash}::bytea, ${securityVersion}::int, ${passwordMark}::bytea, 0, to_timestamp(${expiresAt})
      from authenticators where citizen_id = ${citizenId} group by citizen_id
    returning citizen_id`)
}

/** Finds a half sign-in that has tries left. */
export async function findHalfSignIn(
  db: Database,
  { citizenId, hash }: TokenKey,
  now: UnixSeconds,
): Promise<HalfSignIn | undefined> {
  return firstRow(db.query<HalfSignIn>`
    select security_version as "securityVersion", password_mark as "passwordMark" from half_sign_ins
     where citizen_id = ${citizenId} and ticket_hash = ${hash} and tries < ${MOST_TRIES}
       and expires_at > to_timestamp(${now})`)
}

/** Spends one try before the code is compared. Returns how many are left, and nothing where there was none. */
export async function spendTry(
  db: Database,
  { citizenId, hash }: TokenKey,
  now: UnixSeconds,
): Promise<number | undefined> {
  const spent = await firstRow(db.query<{ tries: number }>`
    update half_sign_ins set tries = tries + 1
     where citizen_id = ${citizenId} and ticket_hash = ${hash} and tries < ${MOST_TRIES}
       and expires_at > to_timestamp(${now})
    returning tries`)
  return spent && MOST_TRIES - spent.tries
}

/** Whether a half sign-in is there, whatever its tries. Whoever has locked the citizen's row is told the same until the end of the transaction. */
export async function hasHalfSignIn(tx: Database, { citizenId, hash }: TokenKey): Promise<boolean> {
  return anyRow(tx.query`
    select citizen_id from half_sign_ins where citizen_id = ${citizenId} and ticket_hash = ${hash}`)
}

/** Deletes a half sign-in. */
export async function deleteHalfSignIn(tx: Database, { citizenId, hash }: TokenKey): Promise<void> {
  await tx.query`
    delete from half_sign_ins where citizen_id = ${citizenId} and ticket_hash = ${hash}`
}

/** Deletes every half sign-in of a citizen. */
export async function deleteHalfSignInsOfCitizen(tx: Database, citizenId: string): Promise<void> {
  await tx.query`delete from half_sign_ins where citizen_id = ${citizenId}`
}
