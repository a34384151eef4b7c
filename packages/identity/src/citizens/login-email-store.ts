import type { UnixSeconds } from '../platform/clock.ts'
import { anyRow, type Database, firstRow } from '../platform/postgres/database.ts'
import type { Citizen } from './citizen.ts'

/** An address of a citizen, in its stored spelling. */
export type OwnEmail = Pick<Citizen, 'citizenId' | 'email'>

/** The internal id of the account that signs in with an address. A reserved address signs nobody in. */
export async function findCitizenIdByEmail(db: Database, email: string): Promise<string | undefined> {
  const found = await firstRow(db.query<{ citizenId: string }>`
    select citizen_id as "citizenId" from login_emails where email = ${email} and reserved_until is null`)
  return found?.citizenId
}

/**
 * The internal id of the account that keeps others from an address: it signs in with it, or the address is reserved for it. A reservation is over when
 * the clock of the process and that of the database both say so.
 */
export async function findHolderOfEmail(
  db: Database,
  email: string,
  now: UnixSeconds,
): Promise<string | undefined> {
  const found = await firstRow(db.query<{ citizenId: string }>`
    select citizen_id as "citizenId" from login_emails
     where email = ${email}
       and (reserved_until is null or reserved_until > least(to_timestamp(${now}), now()))`)
  return found?.citizenId
}

/**
 * Makes an address the one that an account signs in with: one that nobody has, whose reservation is over, or that is reserved for this
 * account. False, and nothing is stored, for any other. Of several concurrent callers with the same address, one gets it.
 */
export async function claimEmail(
  tx: Database,
  { citizenId, email }: OwnEmail,
  now: UnixSeconds,
): Promise<boolean> {
  const insert = () =>
    anyRow(tx.query`
      insert into login_emails (email, citizen_id) values (${email}, ${citizenId})
      on conflict (email) do nothing returning citizen_id`)
  if (await insert()) return true
  // Citus takes no now() in the condition of a conflict.
  const isTaken = await anyRow(tx.query`
    update login_emails set citizen_id = ${citizenId}, reserved_until = null
     where email = ${email} and reserved_until is not null
       and (reserved_until <= least(to_timestamp(${now}), now()) or citizen_id = ${citizenId})
    returning citizen_id`)
  // A reservation that was over may have been deleted between the two.
  return isTaken || insert()
}

/** Keeps an address of an account from everybody else until then. Nobody signs in with it any more. */
export async function reserveEmail(
  tx: Database,
  { citizenId, email }: OwnEmail,
  until: UnixSeconds,
): Promise<void> {
  await tx.query`
    update login_emails set reserved_until = to_timestamp(${until})
     where email = ${email} and citizen_id = ${citizenId}`
}

/** Ends the reservation of an address for an account. Does nothing where there is none. */
export async function freeReservedEmail(tx: Database, { citizenId, email }: OwnEmail): Promise<void> {
  await tx.query`
    delete from login_emails
     where email = ${email} and citizen_id = ${citizenId} and reserved_until is not null`
}

/** Frees the address that an account signs in with. */
export async function freeEmail(tx: Database, { citizenId, email }: OwnEmail): Promise<void> {
  await tx.query`delete from login_emails where email = ${email} and citizen_id = ${citizenId}`
}
