import type { MachineStep } from '../moments/index.ts'
import { type Database, firstRow } from '../platform/postgres/database.ts'

/** A request as the console claims it: the hash of the key that came, in place of whose it is. */
export interface ClaimingRequest extends MachineStep {
  readonly hash: Buffer
  readonly idempotencyKey: string
  readonly requestHash: Buffer
}

/** A claimed order. `step` is the one that was asked for where the idempotency key is new; else whether the request was the same. */
export interface ClaimedOrder {
  readonly orderId: string
  readonly step: MachineStep['step'] | 'again' | 'other'
}

/**
 * Claims an idempotency key for a step of an order, by the view of the console, whose table says what comes back (`tables.ts`). Of several at once one is new. Nothing where the key opens nothing
 * any more. On the table itself it stores nothing, because a request has the time of its key.
 */
export function claimRequest(
  views: Database,
  { hash, idempotencyKey, requestHash, orderId, step }: ClaimingRequest,
): Promise<ClaimedOrder | undefined> {
  return firstRow(views.query<ClaimedOrder>`
    insert into machine_requests (machine, idempotency_key, request_hash, order_id, step)
    values (${hash.toString('hex')}, ${idempotencyKey}, ${requestHash}, ${orderId}, ${step})
    returning order_id as "orderId", step`)
}

/** Finds the machine that has asked for this step of this order, if its key is still the one that it asked with. */
export async function findOrdering(
  db: Database,
  { orderId, step }: MachineStep,
): Promise<{ readonly name: string; readonly role: string } | undefined> {
  // A statement for each table, because on Citus each of them is on a server of its own.
  const asked = await db.query<{ machine: string; keyAddedAt: string }>`
    select machine, key_added_at::text as "keyAddedAt" from machine_requests where order_id = ${orderId} and step = ${step}`
  for (const { machine, keyAddedAt } of asked) {
    const found = await firstRow(db.query<{ name: string; role: string }>`
      select name, role from machine_keys
       where name = ${machine} and added_at = ${keyAddedAt}::text::timestamptz and ends_at > now()`)
    if (found) return found
  }
  return undefined
}
