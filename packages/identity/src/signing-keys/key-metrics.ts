import type { Clock } from '../platform/clock.ts'
import type { Metric } from '../platform/metric.ts'
import type { Database } from '../platform/postgres/database.ts'
import { listSigningKeys } from './list-signing-keys.ts'

/** The age of each published signing key. */
export function signingKeyMetrics(needs: {
  readonly db: Database
  readonly clock: Clock
}): readonly Metric[] {
  return [
    {
      name: 'portico_signing_key_age_seconds',
      help: 'Age of a signing key, by its id and stage.',
      kind: 'gauge',
      read: async () =>
        (await listSigningKeys(needs)).map(({ kid, stage, createdAt }) => ({
          labels: { kid, stage },
          value: Math.max(0, needs.clock.now() - createdAt),
        })),
    },
  ]
}
