import type { Citizen } from '../citizens/index.ts'
import type { Database } from '../platform/postgres/database.ts'

/** Whom a claim is about, and whether the browser that makes it has signed in there before. */
export interface Claimed {
  readonly citizen: Citizen | undefined
  readonly knowsDevice: boolean
}

/** The id that no citizen has, so that an address that nobody has costs the same reads as any other. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

/** Finds the citizen that owns an address, and the browser among the account's devices (tables of citizens and sessions). */
export async function findClaimed(
  db: Database,
  { email, deviceHash }: { email: string; deviceHash: Buffer },
): Promise<Claimed> {
  const owners = await db.query<{ citizenId: string }>`
    select citizen_id as "citizenId" from login_emails where email = ${email}`
  const [found] = await db.query<Citizen & { knowsDevice: boolean }>`
    select c.citizen_id as "citizenId", c.subject, c.email, c.email_verified as "emailVerified",
           c.full_name as "fullName", c.phone_number as "phoneNumber", c.standing,
           c.security_version as "securityVersion", c.password_hash as "passwordHash",
           extract(epoch from c.created_at)::bigint as "createdAt", d.citizen_id is not null as "knowsDevice"
      from citizens c left join known_devices d on d.citizen_id = c.citizen_id and d.device_hash = ${deviceHash}
     where c.citizen_id = ${owners[0]?.citizenId ?? NOBODY}`
  if (!found) return { citizen: undefined, knowsDevice: false }
  const { knowsDevice, ...citizen } = found
  return { citizen, knowsDevice }
}
