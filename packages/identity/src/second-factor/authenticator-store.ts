import type { UnixSeconds } from '../platform/clock.ts'
import { anyRow, countRows, type Database, firstRow } from '../platform/postgres/database.ts'
import type { Authenticator, AuthenticatorKey } from './authenticator.ts'

/** The apps of a citizen, the oldest first. */
export async function selectAuthenticators(
  db: Database,
  citizenId: string,
): Promise<readonly Authenticator[]> {
  return db.query<Authenticator>`
    select citizen_id as "citizenId", authenticator_id as "authenticatorId", sealed_secret as "sealedSecret", name,
           last_step as "lastStep", extract(epoch from created_at)::bigint as "createdAt",
           extract(epoch from coalesce(trusted_since, created_at))::bigint as "trustedSince",
           extract(epoch from last_used_at)::bigint as "lastUsedAt"
      from authenticators where citizen_id = ${citizenId}
     order by created_at, authenticator_id`
}

/** Whether a citizen has an app. */
export async function hasAuthenticator(db: Database, citizenId: string): Promise<boolean> {
  return anyRow(db.query`select 1 as one from authenticators where citizen_id = ${citizenId} limit 1`)
}

/** Whether a citizen has an app that was added since an instant. */
export async function hasAuthenticatorSince(
  db: Database,
  citizenId: string,
  since: UnixSeconds,
): Promise<boolean> {
  return anyRow(db.query`
    select 1 as one from authenticators where citizen_id = ${citizenId} and created_at >= to_timestamp(${since}) limit 1`)
}

/** Stores an app. False where the citizen has it already. */
export async function insertAuthenticator(
  tx: Database,
  app: Omit<Authenticator, 'lastUsedAt'>,
): Promise<boolean> {
  return anyRow(tx.query`
    insert into authenticators (citizen_id, authenticator_id, sealed_secret, name, last_step, created_at, trusted_since)
    values (${app.citizenId}, ${app.authenticatorId}, ${app.sealedSecret}, ${app.name}, ${app.lastStep},
            to_timestamp(${app.createdAt}), to_timestamp(${app.trustedSince}))
    on conflict (citizen_id, authenticator_id) do nothing
    returning citizen_id`)
}

/** The use of a code: its step, and the secret sealed anew by the first key of the keyring. */
export interface CodeUse extends AuthenticatorKey {
  readonly step: number
  readonly sealedSecret: Buffer
}

/**
 * Accepts the code of a step, and of no later use of it (RFC 6238 section 5.2). False where a code of this step or a later one
 * was accepted: of several uses at the same time, one gets true.
 */
export async function advanceStep(
  tx: Database,
  { citizenId, authenticatorId, step, sealedSecret }: CodeUse,
  now: UnixSeconds,
): Promise<boolean> {
  return anyRow(tx.query`
    update authenticators
       set last_step = ${step}, sealed_secret = ${sealedSecret}, last_used_at = to_timestamp(${now})
     where citizen_id = ${citizenId} and authenticator_id = ${authenticatorId} and last_step < ${step}
    returning citizen_id`)
}

/** Gives an app another name. False where the citizen does not have it, or it has this name. */
export async function setAuthenticatorName(
  tx: Database,
  { citizenId, authenticatorId }: AuthenticatorKey,
  name: string,
): Promise<boolean> {
  return anyRow(tx.query`
    update authenticators set name = ${name}
     where citizen_id = ${citizenId} and authenticator_id = ${authenticatorId} and name <> ${name}
    returning citizen_id`)
}

/** Deletes one app and returns since when it could be trusted. Nothing where the citizen does not have it. */
export async function deleteAuthenticator(
  tx: Database,
  { citizenId, authenticatorId }: AuthenticatorKey,
): Promise<UnixSeconds | undefined> {
  const gone = await firstRow(tx.query<Pick<Authenticator, 'trustedSince'>>`
    delete from authenticators where citizen_id = ${citizenId} and authenticator_id = ${authenticatorId}
    returning coalesce(extract(epoch from trusted_since at time zone 'UTC'),
                       extract(epoch from created_at at time zone 'UTC'))::bigint as "trustedSince"`)
  return gone?.trustedSince
}

/** When each of the apps of a citizen was added that can be trusted only since an instant, the earliest first. */
export async function findAuthenticatorsSince(
  db: Database,
  citizenId: string,
  since: UnixSeconds,
): Promise<readonly UnixSeconds[]> {
  const recent = await db.query<{ addedAt: UnixSeconds }>`
    select extract(epoch from created_at)::bigint as "addedAt" from authenticators
     where citizen_id = ${citizenId} and coalesce(trusted_since, created_at) > to_timestamp(${since}) order by created_at`
  return recent.map(({ addedAt }) => addedAt)
}

/** Deletes the apps of a citizen that can be trusted only since an instant. Returns when each one was added, the earliest first. */
export async function deleteAuthenticatorsSince(
  tx: Database,
  citizenId: string,
  since: UnixSeconds,
): Promise<readonly UnixSeconds[]> {
  const addedAt = await findAuthenticatorsSince(tx, citizenId, since)
  // On several servers no time may be read in RETURNING. The caller has locked the citizen, so nothing is added in between.
  await tx.query`
    delete from authenticators where citizen_id = ${citizenId} and coalesce(trusted_since, created_at) > to_timestamp(${since})`
  return addedAt
}

/** Deletes every app of a citizen. Returns how many there were. */
export async function deleteAuthenticatorsOfCitizen(tx: Database, citizenId: string): Promise<number> {
  return countRows(
    tx.query`delete from authenticators where citizen_id = ${citizenId} returning 1 as removed`,
  )
}

/** How many apps' secrets each secret key has sealed, by the id of the key in hexadecimal digits. */
// plan: the doctor asks for all of them.
export function countAppsByKey(
  db: Database,
): Promise<readonly { readonly keyId: string; readonly count: number }[]> {
  return db.query<{ readonly keyId: string; readonly count: number }>`
    select encode(substring(sealed_secret from 1 for 4), 'hex') as "keyId", count(*) from authenticators group by 1`
}
