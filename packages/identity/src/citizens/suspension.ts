import { appendEvent, systemOrigin } from '../audit/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import type { Basics } from '../platform/foundation.ts'
import { NOBODY } from '../platform/nobody.ts'
import { anyRow, type Database, firstRow } from '../platform/postgres/database.ts'
import type { Citizen } from './citizen.ts'
import { keepOut, letIn, lockCitizen } from './citizen-store.ts'
import { type AskedSuspension, SUSPENSION_CAUSES, type Suspension } from './suspension-cause.ts'
import { saveSuspension } from './suspension-store.ts'

/**
 * Suspends a citizen. An active one is kept out, and all access ends. A suspension that is there only becomes longer: an operator who knows
 * of no other one must not open an account that another one has closed. Without a cause it keeps the one that it has; one that begins has `other`.
 * Returns its cause, and nothing where it is as long already.
 */
export async function suspend(
  tx: Database,
  citizenId: string,
  { since, cause, endsAt }: AskedSuspension,
): Promise<string | undefined> {
  if (await keepOut(tx, citizenId)) {
    const first = cause ?? 'other'
    await saveSuspension(tx, citizenId, { since, cause: first, endsAt })
    return first
  }
  const longer = await firstRow(tx.query<{ cause: string }>`
    update suspensions set cause = coalesce(${cause ?? null}::text, cause), ends_at = to_timestamp(${endsAt})
     where citizen_id = ${citizenId} and ends_at < coalesce(to_timestamp(${endsAt}), 'infinity') returning cause`)
  return longer?.cause
}

/** Makes a suspended citizen active. What was ended stays ended. False where nobody is suspended. */
export async function endSuspension(tx: Database, citizenId: string): Promise<boolean> {
  await deleteSuspension(tx, citizenId)
  return letIn(tx, citizenId)
}

/** Deletes what is known of a suspension. */
export async function deleteSuspension(tx: Database, citizenId: string): Promise<void> {
  await tx.query`delete from suspensions where citizen_id = ${citizenId}`
}

/**
 * Takes their ends from all suspensions, after the database went back in time: an operator may have made them longer since. They last until
 * somebody reinstates. Returns how many had one.
 */
// plan: only a restore asks.
export async function holdSuspensions(tx: Database): Promise<number> {
  const held = await tx.query`update suspensions set ends_at = null where ends_at is not null returning 1`
  return held.length
}

/** Finds what is known of a suspension. */
export async function findSuspension(db: Database, citizenId: string): Promise<Suspension | undefined> {
  return firstRow(db.query<Suspension>`
    select extract(epoch from since)::bigint as since, cause, extract(epoch from ends_at)::bigint as "endsAt",
           coalesce(ends_at <= now(), false) as "hasPassed"
      from suspensions where citizen_id = ${citizenId}`)
}

type End = Pick<Suspension, 'endsAt' | 'hasPassed'>

/** How an account stands, and when its suspension is over, in one look: nobody ends it in between. */
async function findStanding(
  db: Database,
  citizenId: string,
): Promise<(End & Pick<Citizen, 'standing'>) | undefined> {
  return firstRow(db.query<End & Pick<Citizen, 'standing'>>`
    select c.standing, extract(epoch from s.ends_at)::bigint as "endsAt",
           coalesce(c.standing = 'suspended' and s.ends_at <= now(), false) as "hasPassed"
      from citizens c left join suspensions s on s.citizen_id = c.citizen_id
     where c.citizen_id = ${citizenId}`)
}

/** The citizens whose suspension is over, the longest first, and at most so many. On all servers, for housekeeping. */
export async function findOverSuspensions(
  db: Database,
  now: UnixSeconds,
  most: number,
): Promise<readonly string[]> {
  const over = await db.query<{ citizenId: string }>`
    select citizen_id as "citizenId" from suspensions
     where ends_at <= to_timestamp(${now}) and ends_at <= now() order by ends_at limit ${most}`
  return over.map(({ citizenId }) => citizenId)
}

/**
 * A citizen who comes to one of the doors, as of now: a suspension whose end has passed is over, and its event is written, whoever
 * comes first. Later reads find an active account, so no other statement asks for the end. Every account, and nobody, costs the same
 * statement: how long an answer takes tells nobody who is suspended.
 */
export async function asOfNow(needs: Basics, citizen: Citizen | undefined): Promise<Citizen | undefined> {
  const now = await findStanding(needs.db, citizen?.citizenId ?? NOBODY)
  if (!citizen || !now) return citizen
  return isOver(now, needs.clock.now())
    ? endIfOver(needs, citizen.citizenId)
    : { ...citizen, standing: now.standing }
}

/**
 * Whether somebody has reinstated since the suspension of a row began, with a release that does not know the row. Then it says nothing of the suspension
 * that there is now, which so lasts until somebody ends it.
 */
async function isLeftOver(tx: Database, citizenId: string, { since }: Suspension): Promise<boolean> {
  return anyRow(tx.query`
    select 1 as there from audit_events
     where citizen_id = ${citizenId} and name = 'citizen-reinstated' and at > to_timestamp(${since}) limit 1`)
}

/** Ends the suspension of a citizen where it is over. Returns the citizen as stored. */
export async function endIfOver(needs: Basics, citizenId: string): Promise<Citizen | undefined> {
  return needs.db.transaction(async (tx) => {
    const citizen = await lockCitizen(tx, citizenId)
    const suspension = await findSuspension(tx, citizenId)
    if (!citizen || !suspension || !isOver(suspension, needs.clock.now())) return citizen
    if (await isLeftOver(tx, citizenId, suspension)) {
      await deleteSuspension(tx, citizenId)
      return citizen
    }
    if (!(await endSuspension(tx, citizenId))) return citizen
    const event = { name: 'citizen-suspension-ended', origin: systemOrigin, citizenId } as const
    await appendEvent({ ...needs, db: tx }, event)
    return { ...citizen, standing: 'active' }
  })
}

/**
 * How an account stands now, for whoever only looks. One whose suspension is over is active, though nobody has come since. A suspension of
 * an earlier release has no facts.
 */
export async function standingNow(
  { db, clock }: Pick<Basics, 'db' | 'clock'>,
  { citizenId, standing }: Citizen,
): Promise<{ readonly standing: Citizen['standing']; readonly suspension?: Suspension | undefined }> {
  if (standing !== 'suspended') return { standing }
  const suspension = await findSuspension(db, citizenId)
  return suspension && isOver(suspension, clock.now()) ? { standing: 'active' } : { standing, suspension }
}

/** A cause in words. */
export function causeInWords(cause: string): string {
  return new Map<string, string>(Object.entries(SUSPENSION_CAUSES)).get(cause) ?? cause
}

/** Both clocks say so. One that is wrong keeps an account shut for longer, and opens none. */
function isOver({ endsAt, hasPassed }: End, now: UnixSeconds): boolean {
  return hasPassed && endsAt !== null && endsAt <= now
}
