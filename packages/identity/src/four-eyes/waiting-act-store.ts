import type { AskedAct, WaitingAct } from '../moments/index.ts'
import { anyRow, type Database, firstRow } from '../platform/postgres/database.ts'

/**
 * Two operators work at two machines, whose clocks differ. So this file asks the clock of the database, which is the same one for both, when an act is
 * asked for and whether it still waits.
 */
export const WAITS_SECONDS = 60 * 60

/** What is stored of an act: nothing secret. */
export type NewAct = AskedAct & Pick<WaitingAct, 'number' | 'operator' | 'operatorId' | 'reason'>

/** An act as stored, and whether it still waits. */
export type StoredAct = WaitingAct & { readonly isWaiting: boolean }

/** Stores an act. Undefined where the number is taken. Citus accepts only immutable functions in RETURNING. */
export async function insertAct(
  db: Database,
  act: NewAct,
): Promise<Pick<WaitingAct, 'askedAt' | 'until'> | undefined> {
  return firstRow(db.query<Pick<WaitingAct, 'askedAt' | 'until'>>`
    insert into waiting_acts (number, act, citizen_id, subject, options, told, operator, operator_id, reason, asked_at, ends_at)
    values (${act.number}, ${act.act}, ${act.citizenId}, ${act.subject}, ${JSON.stringify(act.options)}::text::jsonb,
            ${JSON.stringify(act.told)}::text::jsonb, ${act.operator}, ${act.operatorId}, ${act.reason}, now(),
            now() + make_interval(secs => ${WAITS_SECONDS}))
    on conflict (number) do nothing
    returning extract(epoch from asked_at at time zone 'UTC')::bigint as "askedAt",
              extract(epoch from ends_at at time zone 'UTC')::bigint as "until"`)
}

/** Finds an act by its number. */
export async function findAct(db: Database, number: number): Promise<StoredAct | undefined> {
  return firstRow(db.query<StoredAct>`
    select number, act, citizen_id as "citizenId", subject, options, told, operator, operator_id as "operatorId", reason,
           extract(epoch from asked_at)::bigint as "askedAt", extract(epoch from ends_at)::bigint as "until",
           ends_at > now() as "isWaiting"
      from waiting_acts where number = ${number}`)
}

/** Every act that waits, the oldest first. */
// plan: operators ask for few acts in an hour.
export async function findWaitingActs(db: Database): Promise<readonly WaitingAct[]> {
  return db.query<WaitingAct>`
    select number, act, citizen_id as "citizenId", subject, options, told, operator, operator_id as "operatorId", reason,
           extract(epoch from asked_at)::bigint as "askedAt", extract(epoch from ends_at)::bigint as "until"
      from waiting_acts where ends_at > now() order by ends_at, number`
}

/** Deletes an act that the same transaction has found waiting. True for one of several concurrent callers. */
export function takeAct(tx: Database, number: number): Promise<boolean> {
  return anyRow(tx.query`
    delete from waiting_acts where number = ${number} returning number`)
}

/** Deletes the acts on a citizen whose account is closed, in that transaction. */
export async function deleteActsOn(tx: Database, citizenId: string): Promise<void> {
  await tx.query`delete from waiting_acts where citizen_id = ${citizenId}`
}
