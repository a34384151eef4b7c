import type { SsoStore } from '../index.ts'
import { number } from '../rows.ts'
import type { Connection } from './connection.ts'

type LeaseSteps<Tx> = Pick<SsoStore<Tx>, 'claimHousekeeping' | 'holdHousekeeping'>

/** A lease that ends later than a new one by more than this was written by a clock that was ahead. */
const AHEAD = `interval '10 minutes'`

/** The lease on housekeeping: one row with a fence. */
export function housekeepingLease<Tx>(db: Connection<Tx>, schema: string): LeaseSteps<Tx> {
  return {
    async claimHousekeeping(now, leaseMs) {
      const [row] = await db.query(
        `insert into ${schema}.housekeeping as h (task, held_until, fence) values ('purge', $2, 1)
         on conflict (task) do update set held_until = $2, fence = h.fence + 1
           where h.held_until <= $1 or h.held_until > $2::timestamptz + ${AHEAD}
         returning fence`,
        [now, new Date(now.getTime() + leaseMs)],
      )
      return row ? number(row, 'fence') : null
    },
    async holdHousekeeping(fence, until) {
      const rows = await db.query(
        `update ${schema}.housekeeping set held_until = $2 where task = 'purge' and fence = $1 returning 1`,
        [fence, until],
      )
      return rows.length > 0
    },
  }
}
