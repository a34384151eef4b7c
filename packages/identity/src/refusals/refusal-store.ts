import type { UnixSeconds } from '../platform/clock.ts'
import { Batch } from '../platform/postgres/coalesce.ts'
import { type Database, firstRow } from '../platform/postgres/database.ts'

/** Why a page refused. */
export interface Refusal {
  readonly requestId: string
  readonly at: UnixSeconds
  /** A word of the code: a limit by its name, or a problem of a page. */
  readonly why: string
  /** The pattern of its route. */
  readonly page: string
  /** When the same may be asked again. Null where waiting does not help. */
  readonly until: UnixSeconds | null
  /** The registered program that the caller came from. Null where none is known. */
  readonly clientId: string | null
}

/** Stores many at once. */
export async function noteRefusals(db: Database, refusals: readonly Refusal[]): Promise<void> {
  const batch = new Batch(refusals)
  await db.query`
    insert into refused_requests (request_id, at, why, page, until, client_id)
    select request_id, to_timestamp(at), why, page, to_timestamp(until), client_id
      from unnest(${batch.column((one) => one.requestId)}::text[], ${batch.column((one) => one.at)}::bigint[],
                  ${batch.column((one) => one.why)}::text[], ${batch.column((one) => one.page)}::text[],
                  ${batch.column((one) => one.until)}::bigint[], ${batch.column((one) => one.clientId)}::text[])
           as refused (request_id, at, why, page, until, client_id)
    on conflict (request_id) do nothing`
}

/** Why the page with this number refused. Undefined where none is known. */
export function findRefusal(db: Database, requestId: string): Promise<Refusal | undefined> {
  return firstRow(db.query<Refusal>`
    select request_id as "requestId", floor(extract(epoch from refused_requests.at))::bigint as at, why, page,
           floor(extract(epoch from until))::bigint as until, client_id as "clientId"
      from refused_requests where request_id = ${requestId}`)
}
