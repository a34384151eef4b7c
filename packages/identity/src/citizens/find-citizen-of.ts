import type { Database } from '../platform/postgres/database.ts'
import type { Caller } from '../platform/room/explains.ts'
import type { Citizen } from './citizen.ts'
import { findCitizen } from './citizen-store.ts'

/** The citizen of a caller who has an account. */
export async function findCitizenOf(
  { db }: { readonly db: Database },
  { citizenId }: Caller,
): Promise<Citizen | undefined> {
  return citizenId === undefined ? undefined : findCitizen(db, citizenId)
}
