import { asDate, errorWords, type Random } from '../platform/index.ts'
import type { Service } from '../service.ts'
import type { EndNeeds } from './end-session.ts'
import { purgeBatch } from './purge.ts'

/** What keeping house uses; `align` sets the clock by the store's. */
export type HousekeepingNeeds = EndNeeds & Pick<Service, 'random'> & { align(): Promise<void> }

/** Purges now and then for as long as the program runs. */
export interface Housekeeping {
  /** Begins with the first use of the program, and does nothing after that. */
  start(): void
  /** Ends it, when the batch that is under way is through. */
  stop(): Promise<void>
}

const EVERY_MS = 60_000

/** Done by one process, it need not be done by another for so long: less than the shortest pause. */
const DONE_FOR_MS = 45_000

/** Longer than a batch takes; a process that was killed is followed by another after that. */
const LEASE_MS = 120_000

const BATCH_SIZE = 1000

/** Makes the housekeeping of one process; nothing happens before it is started. */
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
  /** One for each sleep: a signal that lives long collects a listener from each. */
  pause: AbortController
  isStopped: boolean
  isFailing: boolean
}

async function run(service: HousekeepingNeeds, state: State): Promise<void> {
  while (!state.isStopped) {
    state.pause = new AbortController()
    await service.clock.sleep(EVERY_MS * jitter(service.random), state.pause.signal, true)
    if (!state.isStopped) await keepHouseOrSay(service, state)
  }
}

/** A failure is said once, until it works again. */
async function keepHouseOrSay(service: HousekeepingNeeds, state: State): Promise<void> {
  try {
    if (await keepHouse(service, state)) state.isFailing = false
  } catch (error) {
    if (!state.isFailing) service.log.log('error', 'housekeeping_failed', { message: errorWords(error) })
    state.isFailing = true
  }
}

/** Batch after batch while the lease holds, and no further batch once the program closes; false where others keep house. */
async function keepHouse(service: HousekeepingNeeds, state: State): Promise<boolean> {
  await service.align()
  const { store, clock } = service
  const fence = await store.claimHousekeeping(clock.now(), LEASE_MS)
  if (fence === null) return false
  for (;;) {
    const { isDone } = await purgeBatch(service, BATCH_SIZE)
    const isLast = isDone || state.isStopped
    const until = asDate(clock.now(), isLast ? DONE_FOR_MS : LEASE_MS)
    if (!(await store.holdHousekeeping(fence, until)) || isLast) return true
  }
}

/** Between 0.8 and 1.2, so that instances that were started together do not come together. */
function jitter(random: Random): number {
  return 0.8 + ((random.bytes(1)[0] ?? 0) / 255) * 0.4
}
