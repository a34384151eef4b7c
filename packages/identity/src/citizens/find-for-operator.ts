import { withoutEdges } from '../platform/plain-text.ts'
import type { Database } from '../platform/postgres/database.ts'
import { isUuid } from '../platform/uuid.ts'
import type { Citizen } from './citizen.ts'
import { findCitizenByEmail, findCitizenBySubject } from './citizen-store.ts'
import { readEmail } from './email.ts'

/** Finds a citizen for an operator: by the address in any spelling, or by the subject that programs know. */
export async function findForOperator(db: Database, emailOrSubject: string): Promise<Citizen | undefined> {
  const subject = withoutEdges(emailOrSubject).toLowerCase()
  if (isUuid(subject)) return findCitizenBySubject(db, subject)
  const email = readEmail(emailOrSubject)
  return email.ok ? findCitizenByEmail(db, email.value) : undefined
}
