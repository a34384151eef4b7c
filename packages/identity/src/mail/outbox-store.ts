import type { UnixSeconds } from '../platform/clock.ts'
import { anyRow, type Database, firstRow } from '../platform/postgres/database.ts'
import { arrayOf } from '../platform/postgres/values.ts'

/** A new letter for the outbox. */
export interface OutboxEntry {
  readonly messageId: string
  readonly kind: string
  readonly recipient: string
  readonly sealedContent: Buffer
  readonly createdAt: UnixSeconds
  readonly expiresAt: UnixSeconds
}

/** A letter that one process has claimed, until its lease ends. */
export interface ClaimedLetter {
  readonly messageId: string
  readonly kind: string
  readonly sealedContent: Buffer
  readonly expiresAt: UnixSeconds
  /** Failed attempts because of this letter or its recipient. */
  readonly attempts: number
}

/** What waits in the outbox, for the metrics. */
export interface WaitingLetters {
  readonly letters: number
  /** Null where none waits. */
  readonly oldestCreatedAt: UnixSeconds | null
}

/** Counts the letters that wait, of all processes. */
// plan: a letter is there until it is sent, so the table is as long as the queue.
export async function findWaitingLetters(db: Database): Promise<WaitingLetters | undefined> {
  return firstRow(db.query<WaitingLetters>`
    select count(*) as letters, extract(epoch from min(created_at))::bigint as "oldestCreatedAt" from outbox`)
}

/** How many letters each secret key has sealed, by the id of the key in hexadecimal digits. */
// plan: the same queue.
export function countLettersByKey(
  db: Database,
): Promise<readonly { readonly keyId: string; readonly count: number }[]> {
  return db.query<{ readonly keyId: string; readonly count: number }>`
    select encode(substring(sealed_content from 1 for 4), 'hex') as "keyId", count(*) from outbox group by 1`
}

/** A letter that a transaction has written. */
export interface WrittenLetter {
  readonly kind: string
  readonly recipient: string
}

/** The letters that the open transaction has written so far. */
// plan: a letter is there until it is sent, so the table is as long as the queue.
export function findWrittenLetters(tx: Database): Promise<readonly WrittenLetter[]> {
  return tx.query<WrittenLetter>`
    select kind, recipient from outbox where xmin = pg_current_xact_id()::xid order by recipient, kind`
}

/** Stores a letter, which is due at once. */
export async function insertLetter(tx: Database, entry: OutboxEntry): Promise<void> {
  await tx.query`
    insert into outbox (message_id, kind, recipient, sealed_content, created_at, expires_at, attempts, next_attempt_at)
    values (${entry.messageId}, ${entry.kind}, ${entry.recipient}, ${entry.sealedContent},
            to_timestamp(${entry.createdAt}), to_timestamp(${entry.expiresAt}), 0, to_timestamp(${entry.createdAt}))`
}

/** Claims the letter that has been due longest. One of several processes gets it. After a crash it is only late. */
export async function claimLetter(
  db: Database,
  now: UnixSeconds,
  leaseEndsAt: UnixSeconds,
): Promise<ClaimedLetter | undefined> {
  return firstRow(db.query<ClaimedLetter>`
    update outbox set next_attempt_at = to_timestamp(${leaseEndsAt})
     where message_id = (select message_id from outbox where next_attempt_at <= to_timestamp(${now})
                          order by next_attempt_at limit 1 for update skip locked)
    returning message_id as "messageId", kind, sealed_content as "sealedContent", attempts,
              extract(epoch from expires_at at time zone 'UTC')::bigint as "expiresAt"`)
}

/**
 * Sets when letters are due. Those that are being sent are due when their lease ends, so that no other process claims them before;
 * a letter is due at once where the mail server accepts none.
 */
export async function setDue(db: Database, messageIds: readonly string[], dueAt: UnixSeconds): Promise<void> {
  await db.query`
    update outbox set next_attempt_at = to_timestamp(${dueAt})
     where message_id = any(${arrayOf(messageIds)}::uuid[])`
}

/** Deletes a letter that was sent or given up. False where it was deleted before. */
export async function removeLetter(tx: Database, messageId: string): Promise<boolean> {
  const removed = await tx.query`delete from outbox where message_id = ${messageId} returning message_id`
  return removed.length > 0
}

/** Postpones a letter because of itself or its recipient. */
export async function postponeLetter(
  db: Database,
  messageId: string,
  nextAttemptAt: UnixSeconds,
): Promise<void> {
  await db.query`
    update outbox set attempts = attempts + 1, next_attempt_at = to_timestamp(${nextAttemptAt})
     where message_id = ${messageId}`
}

/** Whether a letter of one of these kinds waits. */
// plan: the same queue, and only before a migration.
export async function hasLetterOf(db: Database, kinds: readonly string[]): Promise<boolean> {
  const found = await db.query`select 1 from outbox where kind = any(${arrayOf(kinds)}::text[]) limit 1`
  return found.length > 0
}

/** Deletes some letters that are too late to send. Those that are being sent stay. */
export async function removeExpiredLetters(
  tx: Database,
  now: UnixSeconds,
): Promise<readonly ClaimedLetter[]> {
  return tx.query<ClaimedLetter>`
    delete from outbox
     where message_id in (select message_id from outbox
                           where expires_at <= to_timestamp(${now}) and next_attempt_at <= to_timestamp(${now})
                           order by next_attempt_at limit 100 for update skip locked)
    returning message_id as "messageId", kind, sealed_content as "sealedContent", attempts,
              extract(epoch from expires_at at time zone 'UTC')::bigint as "expiresAt"`
}

/** A letter that never went out. */
export interface RefusedLetter {
  readonly askedBy: Buffer
  /** When it would have been too late to send it. */
  readonly expiresAt: UnixSeconds
  /** The codes of the mail server's reply that refused it for good, such as `550 5.1.1`. No words of it. Else `putOff`. */
  readonly reply: string
}

/** In place of a reply: the mail server put the letter off so often, until it was too late. */
export const putOff = (tries: number) => `put-off ${tries}`

/** Stores that a letter was refused for good, or put off until it was too late. */
export async function insertRefusedLetter(
  tx: Database,
  { askedBy, expiresAt, reply }: RefusedLetter,
): Promise<void> {
  await tx.query`
    insert into refused_letters (asked_by, expires_at, reply) values (${askedBy}, to_timestamp(${expiresAt}), ${reply})
    on conflict do nothing`
}

/** The codes with which a letter was refused for good that this link was in; `''` where an earlier release did not write them down. For supporters. */
export async function findRefusal(db: Database, askedBy: Buffer): Promise<string | undefined> {
  const found = await firstRow(db.query<{ reply: string | null }>`
    select reply from refused_letters where asked_by = ${askedBy} and coalesce(reply, '') not like 'put-off %'`)
  return found && (found.reply ?? '')
}

/** How often the mail server put off the letter that this link was in, until it was too late; 0 where nothing tried to send it, or every try ended at our own relay, which was not reached or took nothing. Undefined where it was not too late. For supporters. */
export async function findPutOffLink(db: Database, askedBy: Buffer): Promise<number | undefined> {
  const found = await firstRow(db.query<{ tries: number }>`
    select substring(reply from '^put-off ([0-9]+)$')::int as tries
      from refused_letters where asked_by = ${askedBy} and reply like 'put-off %'`)
  return found?.tries
}

/** Whether the letter that was asked for by the holder of this hash was refused for good. */
export function isLetterRefused(db: Database, askedBy: Buffer, now: UnixSeconds): Promise<boolean> {
  return anyRow(db.query`
    select 1 from refused_letters where asked_by = ${askedBy} and expires_at > to_timestamp(${now})`)
}
