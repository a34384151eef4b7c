import { withoutEdges } from '../platform/plain-text.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { Citizen } from './citizen.ts'
import { findCitizenByEmail, findCitizenBySubject } from './citizen-store.ts'
import { readEmail } from './email.ts'

const SUBJECT = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Finds a citizen for an operator: by the address in any spelling, or by the subject that programs know. */
export async function findForOperator(db: Database, emailOrSubject: string): Promise<Citizen | undefined> {
  const subject = withoutEdges(emailOrSubject).toLowerCase()
  if (SUBJECT.test(subject)) return findCitizenBySubject(db, subject)
  const email = readEmail(emailOrSubject)
  return email.ok ? findCitizenByEmail(db, email.value) : undefined
}
