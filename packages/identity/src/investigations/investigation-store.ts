import type { UnixSeconds } from '../platform/clock.ts'
import { anyRow, type Database, firstRow } from '../platform/postgres/database.ts'

/** An account whose looks are held back from its citizen. */
export interface Investigation {
  readonly citizenId: string
  readonly operator: string
  readonly since: UnixSeconds
  readonly endsAt: UnixSeconds
}

/** Stores an investigation. False where there is one: of two at once, one begins. */
export function insertInvestigation(
  tx: Database,
  { citizenId, operator, since, endsAt }: Investigation,
): Promise<boolean> {
  return anyRow(tx.query`
    insert into investigations (citizen_id, operator, since, ends_at)
    values (${citizenId}, ${operator}, to_timestamp(${since}), to_timestamp(${endsAt}))
    on conflict (citizen_id) do nothing returning citizen_id`)
}

/** Until when an account is investigated, by the clock of the database, which holds the looks back. Undefined where it is not. */
export async function findEnd(db: Database, citizenId: string): Promise<UnixSeconds | undefined> {
  const found = await firstRow(db.query<{ endsAt: UnixSeconds }>`
    select extract(epoch from ends_at)::bigint as "endsAt" from investigations
     where citizen_id = ${citizenId} and ends_at > now()`)
  return found?.endsAt
}

/** Deletes an investigation that runs. False where none does. */
export function deleteRunning(tx: Database, citizenId: string): Promise<boolean> {
  return anyRow(tx.query`
    delete from investigations where citizen_id = ${citizenId} and ends_at > now() returning citizen_id`)
}

/** Deletes an investigation whose end has passed. False where there is none: another process was first. */
export function deleteOver(tx: Database, citizenId: string): Promise<boolean> {
  return anyRow(tx.query`
    delete from investigations where citizen_id = ${citizenId} and ends_at <= now() returning citizen_id`)
}

/** Deletes what is stored about a citizen whose account is closed. */
export async function deleteInvestigation(tx: Database, citizenId: string): Promise<void> {
  await tx.query`delete from investigations where citizen_id = ${citizenId}`
}

/** The citizens whose investigation is over, the longest first, and at most so many. On all servers, for housekeeping. */
export async function findOver(db: Database, now: UnixSeconds, most: number): Promise<readonly string[]> {
  const over = await db.query<{ citizenId: string }>`
    select citizen_id as "citizenId" from investigations
     where ends_at <= to_timestamp(${now}) and ends_at <= now() order by ends_at limit ${most}`
  return over.map(({ citizenId }) => citizenId)
}

/** How many investigations run. */
// plan: few accounts are investigated at a time.
export async function countInvestigations(db: Database): Promise<number> {
  const found = await firstRow(db.query<{ count: number }>`
    select count(*)::int as count from investigations where ends_at > now()`)
  return found?.count ?? 0
}
