import type { Database } from '../platform/postgres/database.ts'

/** From how many addresses the newest sign-ins, registrations and recoveries came. */
export interface Callers {
  readonly events: number
  readonly addresses: number
  /** One of the addresses; empty where there is none. */
  readonly example: string
}

/** Looks at the newest hundred. */
export async function lookAtCallers(db: Database): Promise<Callers> {
  const [callers] = await db.query<Callers>`
    select count(*)::int as events, count(distinct address)::int as addresses, coalesce(min(address), '') as example
      from (select address from audit_events
             where name in ('signed-in', 'sign-in-failed', 'registration-requested', 'recovery-requested')
               and address is not null
             order by at desc limit 100) as newest`
  return callers ?? { events: 0, addresses: 0, example: '' }
}
