import type { Metrics } from './metrics/index.ts'
import type { OpenDatabase } from './open-database.ts'
import type { Repeating } from './platform/jobs/repeat.ts'
import { openPool } from './platform/postgres/connect.ts'
import type { Beside } from './platform/room/beside.ts'
import { type BesideNeeds, HEADS } from './room-heads.ts'

interface StartNeeds extends Omit<BesideNeeds, 'openPool'> {
  readonly metrics: Metrics
  readonly closings: (() => Promise<unknown>)[]
  /** Starts what carries out orders of the console. It knows every command, so no room brings it. */
  readonly orders: ((database: OpenDatabase) => Promise<Repeating>) | undefined
}

/** What rooms do beside the requests: each hears of the pages that refused. */
export interface StartedBeside {
  readonly onRefusal: NonNullable<Beside['onRefusal']>
}

/** Starts what rooms do beside the requests, where a setting asks for it. */
export async function startBeside(
  database: OpenDatabase,
  { metrics, closings, orders, ...needs }: StartNeeds,
): Promise<StartedBeside> {
  const hears: StartedBeside['onRefusal'][] = []
  const { address, fence, lease } = database
  const openOwn: BesideNeeds['openPool'] = (options) => {
    const pool = openPool(address, { ...options, fence, lease })
    closings.push(() => pool.close())
    return pool
  }
  for (const { beside } of Object.values(HEADS)) {
    const started = await beside?.({ ...needs, openPool: openOwn })
    if (!started) continue
    metrics.watch(started.metrics)
    if (started.onRefusal) hears.push(started.onRefusal)
    closings.push(() => started.stop())
  }
  const carryingOut = await orders?.(database)
  if (carryingOut) closings.push(() => carryingOut.stop())
  return {
    onRefusal: (refused) => {
      for (const hear of hears) hear(refused)
    },
  }
}
