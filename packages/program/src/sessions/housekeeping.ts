import { asDate, errorMessage, type Random } from '../platform/index.ts'
import type { Service } from '../service.ts'
import type { EndNeeds } from './end-session.ts'
import { purgeBatch } from './purge.ts'

/** What housekeeping is handed. `align` aligns the clock with the store. */
export type HousekeepingNeeds = EndNeeds & Pick<Service, 'random'> & { align(): Promise<void> }

/** Purges regularly while the program runs. */
export interface Housekeeping {
  /** Starts at the first use of the program. Later calls do nothing. */
  start(): void
  /** Stops after the current batch. */
  stop(): Promise<void>
}

const EVERY_MS = 60_000

/** After a run, no process runs for this time. It is shorter than the shortest pause. */
const NEXT_RUN_AFTER_MS = 45_000

/** Longer than a batch takes. If a process is killed, another one takes over after this time. */
const LEASE_MS = 120_000

const BATCH_SIZE = 1000

/** Makes the housekeeping of one process. It does nothing before `start()`. */
export function createHousekeeping(service: HousekeepingNeeds): Housekeeping {
  const state: State = { running: null, pause: new AbortController(), isStopped: false, isFailing: false }
  return {
    start() {
      if (!state.isStopped) state.running ??= run(service, state)
    },
    async stop() {
      state.isStopped = true
      state.pause.abort()
      await state.running
    },
  }
}

interface State {
  running: Promise<void> | null
  /** A new one for each sleep, because each sleep adds a listener to the signal. */
  pause: AbortController
  isStopped: boolean
  isFailing: boolean
}

async function run(service: HousekeepingNeeds, state: State): Promise<void> {
  while (!state.isStopped) {
    state.pause = new AbortController()
    await service.clock.sleep(EVERY_MS * jitter(service.random), state.pause.signal, true)
    if (!state.isStopped) await runAndLogFailure(service, state)
  }
}

/** Logs the first failure, and no other one until a run has succeeded. */
async function runAndLogFailure(service: HousekeepingNeeds, state: State): Promise<void> {
  try {
    if (await runHousekeeping(service, state)) state.isFailing = false
  } catch (error) {
    if (!state.isFailing) service.log.log('error', 'housekeeping_failed', { message: errorMessage(error) })
    state.isFailing = true
  }
}

/** Purges in batches, while this process has the lease and the program runs. False if another process has the lease. */
async function runHousekeeping(service: HousekeepingNeeds, state: State): Promise<boolean> {
  await service.align()
  const { store, clock } = service
  const fence = await store.claimHousekeeping(clock.now(), LEASE_MS)
  if (fence === null) return false
  for (;;) {
    const { isDone } = await purgeBatch(service, BATCH_SIZE)
    const isLast = isDone || state.isStopped
    const until = asDate(clock.now(), isLast ? NEXT_RUN_AFTER_MS : LEASE_MS)
    if (!(await store.holdHousekeeping(fence, until)) || isLast) return true
  }
}

/** Between 0.8 and 1.2, so that instances that started together do not run together. */
function jitter(random: Random): number {
  return 0.8 + ((random.bytes(1)[0] ?? 0) / 255) * 0.4
}
