import type { UnixSeconds } from '../platform/clock.ts'
import { type Database, firstRow } from '../platform/postgres/database.ts'
import type { Citizen } from './citizen.ts'

/** Finds a citizen by the internal id. */
export async function findCitizen(db: Database, citizenId: string): Promise<Citizen | undefined> {
  return firstRow(db.query<Citizen>`
    select citizen_id as "citizenId", subject, email, email_verified as "emailVerified", full_name as "fullName",
           phone_number as "phoneNumber", standing, security_version as "securityVersion",
           password_hash as "passwordHash", extract(epoch from created_at)::bigint as "createdAt"
      from citizens where citizen_id = ${citizenId}`)
}

/** Finds the citizen that owns an address, in its stored spelling. */
export async function findCitizenByEmail(db: Database, email: string): Promise<Citizen | undefined> {
  const citizenId = await findCitizenIdByEmail(db, email)
  return citizenId === undefined ? undefined : findCitizen(db, citizenId)
}

/** Finds a citizen by the subject that programs know; for operators, not for hot paths. */
export async function findCitizenBySubject(db: Database, subject: string): Promise<Citizen | undefined> {
  const found = await firstRow(db.query<{ citizenId: string }>`
    select citizen_id as "citizenId" from citizens where subject::text = ${subject}`)
  return found && findCitizen(db, found.citizenId)
}

/** The internal id of the account that owns an address. */
export async function findCitizenIdByEmail(db: Database, email: string): Promise<string | undefined> {
  const found = await firstRow(db.query<{ citizenId: string }>`
    select citizen_id as "citizenId" from login_emails where email = ${email}`)
  return found?.citizenId
}

/** Makes an account and takes its address; false when the address is taken, and then nothing is made. */
export async function insertCitizen(tx: Database, citizen: Citizen): Promise<boolean> {
  const taken = await tx.query`
    insert into login_emails (email, citizen_id) values (${citizen.email}, ${citizen.citizenId})
    on conflict (email) do nothing returning citizen_id`
  if (taken.length === 0) return false
  await tx.query`
    insert into citizens (citizen_id, subject, email, email_verified, full_name, phone_number, standing,
                          security_version, password_hash, password_changed_at, created_at)
    values (${citizen.citizenId}, ${citizen.subject}, ${citizen.email}, ${citizen.emailVerified}, ${citizen.fullName},
            ${citizen.phoneNumber}, ${citizen.standing}, ${citizen.securityVersion}, ${citizen.passwordHash},
            to_timestamp(${citizen.createdAt}), to_timestamp(${citizen.createdAt}))`
  return true
}

/** Ends every session, code, token and link of a citizen at once, by one row; returns the new version. */
export async function raiseSecurityVersion(tx: Database, citizenId: string): Promise<number | undefined> {
  const raised = await firstRow(tx.query<{ securityVersion: number }>`
    update citizens set security_version = security_version + 1 where citizen_id = ${citizenId}
    returning security_version as "securityVersion"`)
  return raised?.securityVersion
}

/** Stores a new password. */
export async function setPasswordHash(tx: Database, citizenId: string, passwordHash: string, now: UnixSeconds): Promise<void> {
  await tx.query`
    update citizens set password_hash = ${passwordHash}, password_changed_at = to_timestamp(${now})
     where citizen_id = ${citizenId}`
}

/** Stores a new name and phone number. */
export async function setProfile(
  tx: Database,
  citizenId: string,
  profile: Pick<Citizen, 'fullName' | 'phoneNumber'>,
): Promise<void> {
  await tx.query`
    update citizens set full_name = ${profile.fullName}, phone_number = ${profile.phoneNumber}
     where citizen_id = ${citizenId}`
}
