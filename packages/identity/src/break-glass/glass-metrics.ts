import { type Metric, singleValue } from '../platform/metric.ts'
import type { Database } from '../platform/postgres/database.ts'
import { findOpenGlass } from './break-glass-store.ts'

/** Until when the console can be entered without a sign-in. */
export function glassMetrics({ db }: { readonly db: Database }): readonly Metric[] {
  return [
    {
      name: 'portico_break_glass_end_timestamp_seconds',
      help: 'When the way into the console without a sign-in ends that is open now. No value where none is.',
      kind: 'gauge',
      read: async () => singleValue((await findOpenGlass(db))?.endsAt),
    },
  ]
}
