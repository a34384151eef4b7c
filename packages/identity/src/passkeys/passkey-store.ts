import type { UnixSeconds } from '../platform/clock.ts'
import { anyRow, countRows, type Database, firstRow } from '../platform/postgres/database.ts'
import type { Passkey, PasskeyKey } from './passkey.ts'

/** The passkeys of a citizen, the oldest first. */
export async function selectPasskeys(db: Database, citizenId: string): Promise<readonly Passkey[]> {
  return db.query<Passkey>`
    select citizen_id as "citizenId", credential_id as "credentialId", public_key as "publicKey", counter, transports,
           name, backup_eligible as "backupEligible", backed_up as "backedUp", extract(epoch from created_at)::bigint as "createdAt",
           extract(epoch from coalesce(trusted_since, created_at))::bigint as "trustedSince",
           extract(epoch from last_used_at)::bigint as "lastUsedAt"
      from passkeys where citizen_id = ${citizenId}
     order by created_at, credential_id`
}

/** Whether a citizen has a passkey. */
export async function hasPasskey(db: Database, citizenId: string): Promise<boolean> {
  return anyRow(db.query`select 1 as found from passkeys where citizen_id = ${citizenId} limit 1`)
}

/** Finds one passkey. */
export async function findPasskey(
  db: Database,
  { citizenId, credentialId }: PasskeyKey,
): Promise<Passkey | undefined> {
  return firstRow(db.query<Passkey>`
    select citizen_id as "citizenId", credential_id as "credentialId", public_key as "publicKey", counter, transports,
           name, backup_eligible as "backupEligible", backed_up as "backedUp", extract(epoch from created_at)::bigint as "createdAt",
           extract(epoch from coalesce(trusted_since, created_at))::bigint as "trustedSince",
           extract(epoch from last_used_at)::bigint as "lastUsedAt"
      from passkeys where citizen_id = ${citizenId} and credential_id = ${credentialId}`)
}

/** Stores a passkey. False where the citizen has it already. */
export async function insertPasskey(tx: Database, passkey: Omit<Passkey, 'lastUsedAt'>): Promise<boolean> {
  return anyRow(tx.query`
    insert into passkeys (citizen_id, credential_id, public_key, counter, transports, name, backup_eligible, backed_up,
                          created_at, trusted_since)
    values (${passkey.citizenId}, ${passkey.credentialId}, ${passkey.publicKey}, ${passkey.counter},
            ${passkey.transports}, ${passkey.name}, ${passkey.backupEligible}, ${passkey.backedUp},
            to_timestamp(${passkey.createdAt}), to_timestamp(${passkey.trustedSince}))
    on conflict (citizen_id, credential_id) do nothing
    returning citizen_id`)
}

/** What an authenticator said when it was used. */
export interface PasskeyUse extends PasskeyKey {
  readonly counter: number
  readonly backupEligible: boolean
  readonly backedUp: boolean
}

/**
 * Stores that a passkey was used. False where it is gone, where its counter did not rise (then two authenticators have the key,
 * WebAuthn level 3 section 6.1.1), or where it can be backed up and could not before, or the other way round (section 7.2). An
 * authenticator that does not count says zero each time. A passkey of an earlier release gets the value at its first use.
 */
// excused: "${counter} = 0" because where the stored counter is zero, every other one is higher.
export async function notePasskeyUse(
  tx: Database,
  { citizenId, credentialId, counter, backupEligible, backedUp }: PasskeyUse,
  now: UnixSeconds,
): Promise<boolean> {
  return anyRow(tx.query`
    update passkeys set counter = ${counter}, backup_eligible = ${backupEligible}, backed_up = ${backedUp},
           last_used_at = to_timestamp(${now})
     where citizen_id = ${citizenId} and credential_id = ${credentialId}
       and coalesce(backup_eligible, ${backupEligible}) = ${backupEligible}
       and (counter < ${counter} or (counter = 0 and ${counter} = 0))
    returning citizen_id`)
}

/** Gives a passkey another name. False where the citizen does not have it, or it has this name. */
export async function setPasskeyName(
  tx: Database,
  { citizenId, credentialId }: PasskeyKey,
  name: string,
): Promise<boolean> {
  return anyRow(tx.query`
    update passkeys set name = ${name}
     where citizen_id = ${citizenId} and credential_id = ${credentialId} and name <> ${name}
    returning citizen_id`)
}

/** When each of the passkeys of a citizen was added that can be trusted only since an instant, the earliest first. */
export async function findPasskeysSince(
  db: Database,
  citizenId: string,
  since: UnixSeconds,
): Promise<readonly UnixSeconds[]> {
  const recent = await db.query<{ addedAt: UnixSeconds }>`
    select extract(epoch from created_at)::bigint as "addedAt" from passkeys
     where citizen_id = ${citizenId} and coalesce(trusted_since, created_at) > to_timestamp(${since}) order by created_at`
  return recent.map(({ addedAt }) => addedAt)
}

/** Deletes the passkeys of a citizen that can be trusted only since an instant. Returns when each one was added, the earliest first. */
export async function deletePasskeysSince(
  tx: Database,
  citizenId: string,
  since: UnixSeconds,
): Promise<readonly UnixSeconds[]> {
  const addedAt = await findPasskeysSince(tx, citizenId, since)
  // On several servers no time may be read in RETURNING. The caller has locked the citizen, so nothing is added in between.
  await tx.query`
    delete from passkeys where citizen_id = ${citizenId} and coalesce(trusted_since, created_at) > to_timestamp(${since})`
  return addedAt
}

/** Deletes one passkey and returns its name. Nothing where the citizen does not have it. */
export async function deletePasskey(
  tx: Database,
  { citizenId, credentialId }: PasskeyKey,
): Promise<string | undefined> {
  const gone = await firstRow(tx.query<{ name: string }>`
    delete from passkeys where citizen_id = ${citizenId} and credential_id = ${credentialId} returning name`)
  return gone?.name
}

/** Deletes every passkey of a citizen. Returns how many there were. */
export async function deletePasskeysOfCitizen(tx: Database, citizenId: string): Promise<number> {
  return countRows(tx.query`delete from passkeys where citizen_id = ${citizenId} returning 1 as removed`)
}
