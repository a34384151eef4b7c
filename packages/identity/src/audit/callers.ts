import type { Database } from '../platform/postgres/database.ts'
import { arrayOf } from '../platform/postgres/values.ts'
import type { AuditEventName } from './event.ts'

/** From how many addresses the newest events came. */
export interface Callers {
  readonly events: number
  readonly addresses: number
  /** One of the addresses; empty where there is none. */
  readonly example: string
}

/** Looks at the newest hundred of these events, where they are among the newest hundred thousand of all: no index has their names. */
export async function lookAtCallers(db: Database, names: readonly AuditEventName[]): Promise<Callers> {
  const [callers] = await db.query<Callers>`
    select count(*)::int as events, count(distinct address)::int as addresses, coalesce(min(address), '') as example
      from (select address
              from (select name, address, at from audit_events order by at desc limit 100000) as recent
             where name = any(${arrayOf(names)}::text[])
               and address is not null
             order by at desc limit 100) as newest`
  return callers ?? { events: 0, addresses: 0, example: '' }
}
