import { hostname } from 'node:os'
import type { Foundation } from '../platform/foundation.ts'
import { repeat } from '../platform/jobs/repeat.ts'
import { randomUuid } from '../platform/random.ts'
import type { Beside } from '../platform/room/beside.ts'
import type { RunsWith } from '../platform/setting-in-force.ts'
import { forgetInstance, noteInstance } from './instance-store.ts'

/** What a process needs that says of itself that it runs. */
export type AnnounceNeeds = Pick<Foundation, 'db' | 'clock' | 'random' | 'log'> & RunsWith

const EVERY_MILLISECONDS = 60 * 1_000

/** Says at once and then once a minute that this process runs, and with which settings. */
export function announceInstance({
  db,
  clock,
  random,
  log,
  settingsInForce: settings,
}: AnnounceNeeds): Beside {
  const me = {
    instanceId: randomUuid(random),
    host: hostname(),
    processId: process.pid,
    startedAt: clock.now(),
    settings,
  }
  let pause = 0
  const repeating = repeat(log, {
    name: 'instance',
    everyMilliseconds: () => pause,
    round: async () => {
      pause = EVERY_MILLISECONDS
      await noteInstance(db, me)
      return 'done'
    },
  })
  return {
    metrics: [],
    async stop() {
      await repeating.stop()
      // Without a database the row stays, and says for three minutes more that this process runs.
      await forgetInstance(db, me.instanceId).catch(() => undefined)
    },
  }
}
