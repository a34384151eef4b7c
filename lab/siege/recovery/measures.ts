import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { withClient } from '../../../journeys/kit/postgres-server.ts'
import type { RecoverableServer } from '../../../journeys/kit/recoverable-server.ts'
import type { Siege } from '../stage.ts'
import { gigabytes } from './million.ts'

/** Starts to measure. The function returns the milliseconds since. */
export function stopwatch(): () => number {
  const start = performance.now()
  return () => performance.now() - start
}

/** Reports how long something took. */
export function measureDuration(siege: Siege, what: string, milliseconds: number): void {
  siege.measure(what, `${(milliseconds / 1000).toFixed(1)} s`)
}

/** Reports how long the backup took, and the sizes of the cluster and of the repository. */
export async function measureBackup(
  siege: Siege,
  { place, repository }: RecoverableServer,
  { milliseconds, acknowledged }: { readonly milliseconds: number; readonly acknowledged: number },
): Promise<void> {
  const cluster = await withClient(place, undefined, async (client) => {
    const { rows } = await client.query<{ bytes: string }>(
      'select sum(pg_database_size(oid))::text as bytes from pg_database',
    )
    return Number(rows[0]?.bytes)
  })
  const files = readdirSync(join(repository, 'backup'), { recursive: true, withFileTypes: true })
  const sizes = files
    .filter((entry) => entry.isFile())
    .map((entry) => statSync(join(entry.parentPath, entry.name)).size)
  const stored = sizes.reduce((sum, size) => sum + size, 0)
  siege.measure(
    'a full backup by pgBackRest beside the load',
    `${(milliseconds / 1000).toFixed(1)} s; ${gigabytes(cluster)} of database became ${gigabytes(stored)}; ${acknowledged} effects acknowledged meanwhile`,
  )
}
