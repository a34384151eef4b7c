import { findForOperator } from '../citizens/index.ts'
import type { Database } from '../platform/postgres/database.ts'
import { findOperator, findSameNamed, type Operator } from './operator-store.ts'

/** Finds an operator by the name, the address or the subject. */
export async function findNamedOperator(tx: Database, who: string): Promise<Operator | undefined> {
  const citizenId = await findNamed(tx, who.trim())
  return citizenId === undefined ? undefined : findOperator(tx, citizenId)
}

/** A name in any case of its letters, then an address or a subject, and then a name that only one has who is named alike. */
async function findNamed(tx: Database, who: string): Promise<string | undefined> {
  const alike = await findSameNamed(tx, who)
  const exact = alike.find(({ name }) => name.toLowerCase() === who.toLowerCase())
  const citizenId = exact?.citizenId ?? (await findForOperator(tx, who))?.citizenId
  return citizenId ?? (alike.length === 1 ? alike[0]?.citizenId : undefined)
}
