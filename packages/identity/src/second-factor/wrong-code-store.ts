import { IN_A_ROW } from '../guesses/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import { anyRow, type Database, firstRow } from '../platform/postgres/database.ts'

/** An account with the password that it has: codes are guessed by who knows it. */
export interface GuessedAccount {
  readonly citizenId: string
  /** A hash of the stored hash. With another one the count begins anew. */
  readonly passwordMark: Buffer
}

/**
 * Counts a code of a browser that the account does not know as wrong, before it is compared. Returns the wrong codes so far, with this
 * one, or nothing where the most were reached before. Unlike failures in a row, no sign-in deletes them: whoever knows the password could
 * otherwise guess on after each sign-in of the owner.
 */
export async function countWrongCode(
  db: Database,
  { citizenId, passwordMark }: GuessedAccount,
  now: UnixSeconds,
): Promise<number | undefined> {
  const counted = await firstRow(db.query<{ failures: number }>`
    insert into wrong_codes as held (citizen_id, password_mark, failures, forget_at)
    values (${citizenId}, ${passwordMark}, 1, to_timestamp(${now + IN_A_ROW.secondsEach}))
    on conflict (citizen_id) do update
       set password_mark = excluded.password_mark,
           failures = case when held.forget_at <= to_timestamp(${now}) or held.password_mark <> excluded.password_mark
                           then 1 else held.failures + 1 end,
           forget_at = to_timestamp(${now}::bigint + ${IN_A_ROW.secondsEach}
             * case when held.forget_at <= to_timestamp(${now}) or held.password_mark <> excluded.password_mark
                    then 1 else held.failures + 1 end)
     where held.failures < ${IN_A_ROW.most} or held.forget_at <= to_timestamp(${now})
        or held.password_mark <> excluded.password_mark
    returning failures`)
  return counted?.failures
}

/** Takes back a code that was right, or was not compared. */
export async function cancelWrongCode(
  db: Database,
  { citizenId, passwordMark }: GuessedAccount,
): Promise<void> {
  await db.query`
    update wrong_codes set failures = failures - 1
     where citizen_id = ${citizenId} and password_mark = ${passwordMark} and failures > 0`
}

/** Deletes the wrong codes at an account. False where there were none. */
export async function deleteWrongCodes(tx: Database, citizenId: string): Promise<boolean> {
  return anyRow(tx.query`delete from wrong_codes where citizen_id = ${citizenId} returning 1`)
}
