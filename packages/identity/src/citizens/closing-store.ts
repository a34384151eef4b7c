import type { Database } from '../platform/postgres/database.ts'

/**
 * Removes what the rooms above keep under a citizen that would otherwise stay: where they were signed in from, their
 * browsers, the links they were sent, and the programs that they entered. Those rooms write these tables; closing an
 * account is the one other time, because it is one transaction under one distribution key. Grants and tokens hold
 * nothing about a person, are dead by the security version, and go when they expire.
 */
export async function removeTraces(tx: Database, citizenId: string): Promise<void> {
  await tx.query`delete from sessions where citizen_id = ${citizenId}`
  await tx.query`delete from known_devices where citizen_id = ${citizenId}`
  await tx.query`delete from recovery_links where citizen_id = ${citizenId}`
  await tx.query`delete from verification_links where citizen_id = ${citizenId}`
  await tx.query`delete from connections where citizen_id = ${citizenId}`
}
