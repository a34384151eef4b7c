import type { UnixSeconds } from '../platform/clock.ts'
import { anyRow, type Database, firstRow } from '../platform/postgres/database.ts'
import { arrayOf } from '../platform/postgres/values.ts'
import { FIRST_UUID } from '../platform/uuid.ts'
import type { Citizen } from './citizen.ts'
import { claimEmail, findCitizenIdByEmail, freeEmail, reserveEmail } from './login-email-store.ts'
import type { NewSuspension } from './suspension-cause.ts'
import { saveSuspension } from './suspension-store.ts'

/** Finds a citizen by the internal id. */
export async function findCitizen(db: Database, citizenId: string): Promise<Citizen | undefined> {
  return firstRow(db.query<Citizen>`
    select citizen_id as "citizenId", subject, email, email_verified as "emailVerified", full_name as "fullName",
           phone_number as "phoneNumber", language, standing, security_version as "securityVersion",
           password_hash as "passwordHash", extract(epoch from created_at)::bigint as "createdAt"
      from citizens where citizen_id = ${citizenId}`)
}

/** Finds the citizen who owns an address in its stored spelling. */
export async function findCitizenByEmail(db: Database, email: string): Promise<Citizen | undefined> {
  const citizenId = await findCitizenIdByEmail(db, email)
  return citizenId === undefined ? undefined : findCitizen(db, citizenId)
}

/** Finds a citizen by the subject that programs know: a UUID. For operators. */
export async function findCitizenBySubject(db: Database, subject: string): Promise<Citizen | undefined> {
  const found = await firstRow(db.query<{ citizenId: string }>`
    select citizen_id as "citizenId" from citizens where subject = ${subject}`)
  return found && findCitizen(db, found.citizenId)
}

/** The subjects of these citizens, by internal id. */
export async function findSubjects(
  db: Database,
  citizenIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = await db.query<{ citizenId: string; subject: string }>`
    select citizen_id as "citizenId", subject from citizens
     where citizen_id = any (${arrayOf([...new Set(citizenIds)])}::text::uuid[])`
  return new Map(found.map(({ citizenId, subject }) => [citizenId, subject]))
}

/**
 * Stores an account and its address. False where another account has the address; then nothing is stored. `now` is another time than that
 * of its making where another system made it, and perhaps suspended it.
 */
export async function insertCitizen(
  tx: Database,
  citizen: Citizen,
  now: UnixSeconds = citizen.createdAt,
  suspension?: NewSuspension,
): Promise<boolean> {
  if (!(await claimEmail(tx, citizen, now))) return false
  if (suspension) await saveSuspension(tx, citizen.citizenId, suspension)
  await tx.query`
    insert into citizens (citizen_id, subject, email, email_verified, full_name, phone_number, language,
                          standing, security_version, password_hash, password_changed_at, created_at)
    values (${citizen.citizenId}, ${citizen.subject}, ${citizen.email}, ${citizen.emailVerified}, ${citizen.fullName},
            ${citizen.phoneNumber}, ${citizen.language}, ${citizen.standing}, ${citizen.securityVersion}, ${citizen.passwordHash},
            to_timestamp(${citizen.createdAt}), to_timestamp(${citizen.createdAt}))`
  return true
}

/** Ends every session, code, token and link of a citizen, by changing one row. Returns the new version. */
export async function raiseSecurityVersion(tx: Database, citizenId: string): Promise<number | undefined> {
  const raised = await firstRow(tx.query<{ securityVersion: number }>`
    update citizens set security_version = security_version + 1 where citizen_id = ${citizenId}
    returning security_version as "securityVersion"`)
  return raised?.securityVersion
}

/** The highest security version of all citizens; 0 where there are none. */
// plan: only a restore asks.
export async function findHighestSecurityVersion(db: Database): Promise<number> {
  const found = await firstRow(db.query<{ highest: number }>`
    select coalesce(max(security_version), 0) as "highest" from citizens`)
  return found?.highest ?? 0
}

/**
 * Gives every citizen the same security version, by `most` at a time in the order of their ids, and says after each how many
 * have it. Only for a restore, which knows that no citizen ever had it.
 */
// plan: a batch is as long as the caller says.
// excused: "citizen_id > ${after}" because every citizen gets the same value; this one keeps the statement short.
// excused: "citizen_id <= ${last.id}" because every citizen gets the same value; this one keeps the statement short.
export async function setEverySecurityVersion(
  tx: Database,
  securityVersion: number,
  { most, onBatch }: { readonly most: number; readonly onBatch: (citizens: number) => void },
): Promise<void> {
  let after = FIRST_UUID
  for (let citizens = 0; ; ) {
    const ids = await tx.query<{ id: string }>`
      select citizen_id as id from citizens where citizen_id > ${after} order by citizen_id limit ${most}`
    const last = ids.at(-1)
    if (!last) return
    await tx.query`
      update citizens set security_version = ${securityVersion}
       where citizen_id > ${after} and citizen_id <= ${last.id}`
    citizens += ids.length
    onBatch(citizens)
    after = last.id
  }
}

/** Stores a new password. */
export async function setPasswordHash(
  tx: Database,
  citizenId: string,
  passwordHash: string,
  now: UnixSeconds,
): Promise<void> {
  await tx.query`
    update citizens set password_hash = ${passwordHash}, password_changed_at = to_timestamp(${now})
     where citizen_id = ${citizenId}`
}

/** Stores another form of the same password, whatever the standing. False, and nothing is stored, where the account has another one by now. */
export async function replacePasswordHash(
  tx: Database,
  { citizenId, passwordHash }: Pick<Citizen, 'citizenId' | 'passwordHash'>,
  replacement: string,
): Promise<boolean> {
  return anyRow(tx.query`
    update citizens set password_hash = ${replacement}
     where citizen_id = ${citizenId} and password_hash = ${passwordHash} returning citizen_id`)
}

/** Stores the language of a citizen, unless all access has ended since the citizen was read. */
export async function setLanguage(
  tx: Database,
  { citizenId, securityVersion }: Pick<Citizen, 'citizenId' | 'securityVersion'>,
  language: string,
): Promise<boolean> {
  return anyRow(tx.query`
    update citizens set language = ${language}
     where citizen_id = ${citizenId} and security_version = ${securityVersion} and standing = 'active'
    returning citizen_id`)
}

/** Stores a new name, phone number and language. False, and nothing is stored, where all access has ended since the citizen was read. */
export async function setProfile(
  tx: Database,
  { citizenId, securityVersion }: Pick<Citizen, 'citizenId' | 'securityVersion'>,
  profile: Pick<Citizen, 'fullName' | 'phoneNumber' | 'language'>,
): Promise<boolean> {
  return anyRow(tx.query`
    update citizens set full_name = ${profile.fullName}, phone_number = ${profile.phoneNumber},
                        language = ${profile.language}
     where citizen_id = ${citizenId} and security_version = ${securityVersion} and standing = 'active'
    returning citizen_id`)
}

/** Reads a citizen and locks the row (`for update`) until the transaction ends. */
export async function lockCitizen(tx: Database, citizenId: string): Promise<Citizen | undefined> {
  await tx.query`select citizen_id from citizens where citizen_id = ${citizenId} for update`
  return findCitizen(tx, citizenId)
}

/** Stores that the citizen has verified the address. */
export async function setEmailVerified(tx: Database, citizenId: string): Promise<void> {
  await tx.query`update citizens set email_verified = true where citizen_id = ${citizenId}`
}

/** When an account gets another address, and until when the one before is reserved. Without that, the one before is free at once. */
export interface EmailTimes {
  readonly now: UnixSeconds
  readonly reservedUntil?: UnixSeconds
}

/**
 * Gives an account another address, which its citizen then signs in with. The caller has locked the citizen's row. False, and
 * nothing is stored, where another account has the address. Of several concurrent callers with the same address, one gets it.
 */
export async function replaceEmail(
  tx: Database,
  { citizenId, email: before }: Pick<Citizen, 'citizenId' | 'email'>,
  { email, emailVerified }: Pick<Citizen, 'email' | 'emailVerified'>,
  { now, reservedUntil }: EmailTimes,
): Promise<boolean> {
  if (!(await claimEmail(tx, { citizenId, email }, now))) return false
  await tx.query`
    update citizens set email = ${email}, email_verified = ${emailVerified} where citizen_id = ${citizenId}`
  const old = { citizenId, email: before }
  await (reservedUntil === undefined ? freeEmail(tx, old) : reserveEmail(tx, old, reservedUntil))
  return true
}

/** Suspends an active citizen and ends all access. False where the citizen is not active. */
export async function keepOut(tx: Database, citizenId: string): Promise<boolean> {
  return anyRow(tx.query`
    update citizens set standing = 'suspended', security_version = security_version + 1
     where citizen_id = ${citizenId} and standing = 'active' returning citizen_id`)
}

/** Makes a suspended citizen active. What was ended stays ended. */
export async function letIn(tx: Database, citizenId: string): Promise<boolean> {
  return anyRow(tx.query`
    update citizens set standing = 'active'
     where citizen_id = ${citizenId} and standing = 'suspended' returning citizen_id`)
}

/** Makes the address unverified and ends all access. False where it is not verified. */
export async function unverifyEmail(tx: Database, citizenId: string): Promise<boolean> {
  return anyRow(tx.query`
    update citizens set email_verified = false, security_version = security_version + 1
     where citizen_id = ${citizenId} and email_verified and standing <> 'closed' returning citizen_id`)
}

/**
 * Closes an account for ever: the address becomes free, and only the subject remains of the person, so that no other
 * citizen is ever mistaken for this one. False where it is closed already.
 */
export async function closeAccount(tx: Database, citizenId: string): Promise<boolean> {
  const open = await firstRow(tx.query<{ email: string }>`
    select email from citizens where citizen_id = ${citizenId} and standing <> 'closed' for update`)
  if (!open) return false
  await tx.query`
    update citizens
       set standing = 'closed', security_version = security_version + 1, email = '', email_verified = false,
           full_name = '', phone_number = '', language = '', password_hash = ''
     where citizen_id = ${citizenId}`
  await freeEmail(tx, { citizenId, email: open.email })
  return true
}
