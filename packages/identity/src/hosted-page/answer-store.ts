import type { UnixSeconds } from '../platform/clock.ts'
import { anyRow, type Database, firstRow } from '../platform/postgres/database.ts'

/** A form that was sent, and what it asked for. Both are HMACs. */
export interface SentForm {
  readonly form: Buffer
  readonly act: Buffer
}

/** Who answers a form, and until when nobody else does. */
export interface Turn extends SentForm {
  readonly turn: string
}

/**
 * Takes the turn to answer. Of several requests at the same time, on any number of processes, one gets true. What the same page
 * asked for before is forgotten where this is something else, or where its time is over.
 */
export async function takeTurn(
  db: Database,
  { form, act, turn }: Turn,
  { now, until }: { readonly now: UnixSeconds; readonly until: UnixSeconds },
): Promise<boolean> {
  return anyRow(db.query`
    insert into answered_forms (form, act, turn, expires_at) values (${form}, ${act}, ${turn}::uuid, to_timestamp(${until}))
    on conflict (form) do update
      set act = excluded.act, turn = excluded.turn, answer = null, expires_at = excluded.expires_at
      where answered_forms.act <> excluded.act or answered_forms.expires_at <= to_timestamp(${now})
    returning form`)
}

/** The answer to a form that was sent before; null while it is made. */
export interface FoundAnswer {
  readonly answer: Buffer | null
}

/** Finds the answer to a form. Nothing where there is none, or its time is over. */
export async function findAnswer(
  db: Database,
  { form, act }: SentForm,
  now: UnixSeconds,
): Promise<FoundAnswer | undefined> {
  return firstRow(db.query<FoundAnswer>`
    select answer from answered_forms where form = ${form} and act = ${act} and expires_at > to_timestamp(${now})`)
}

/** Keeps the turn for longer, while the answer is made. */
export async function holdTurn(db: Database, { form, turn }: Turn, until: UnixSeconds): Promise<void> {
  await db.query`
    update answered_forms set expires_at = to_timestamp(${until})
     where form = ${form} and turn = ${turn}::uuid and answer is null`
}

/** Keeps the answer of this turn. */
export async function keepAnswer(
  db: Database,
  { form, turn }: Turn,
  { answer, until }: { readonly answer: Buffer; readonly until: UnixSeconds },
): Promise<void> {
  await db.query`
    update answered_forms set answer = ${answer}, expires_at = to_timestamp(${until})
     where form = ${form} and turn = ${turn}::uuid`
}

/** Gives the turn back: the next request answers anew. */
export async function giveTurnBack(db: Database, { form, turn }: Turn): Promise<void> {
  await db.query`delete from answered_forms where form = ${form} and turn = ${turn}::uuid`
}
