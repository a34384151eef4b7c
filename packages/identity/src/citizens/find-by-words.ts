import { withoutEdges } from '../platform/plain-text.ts'
import type { Database } from '../platform/postgres/database.ts'

/** Two are enough to know that there is more than one. */
const MOST = 2

/** Of telephone numbers the end is compared: people leave out the country and the zero. */
const COMPARED_DIGITS = 8

const PHONE = /^[+(\d][\d\s()./-]{6,28}\d$/

/** The end of what looks like a telephone number. Undefined for anything else. */
export function readPhoneEnd(typed: string): string | undefined {
  const digits = PHONE.test(withoutEdges(typed)) ? typed.replace(/\D/g, '') : ''
  return digits.length >= COMPARED_DIGITS ? digits.slice(-COMPARED_DIGITS) : undefined
}

/** Accounts whose telephone number ends so: at most two. */
export function findByPhoneEnd(
  db: Database,
  end: string,
): Promise<readonly { readonly citizenId: string }[]> {
  return db.query<{ citizenId: string }>`
    select citizen_id as "citizenId" from citizens
     where right(regexp_replace(phone_number, '[^0-9]', '', 'g'), 8) = ${end} and phone_number <> ''
     limit ${MOST}`
}

/** Accounts with this name, in small letters or in large ones: at most two. */
export function findByName(db: Database, name: string): Promise<readonly { readonly citizenId: string }[]> {
  return db.query<{ citizenId: string }>`
    select citizen_id as "citizenId" from citizens
     where lower(full_name) = lower(${withoutEdges(name)}) and full_name <> ''
     limit ${MOST}`
}
