import { startTestService, type TestService, type TestServiceOptions } from '../../testing/test-service.ts'
import type { RepeatedWork } from '../platform/jobs/repeat.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { RefusedPage } from '../platform/refused-page.ts'
import { keepRefusals } from './keep-refusals.ts'

/** A service whose refusals are kept, as in a process of `portico serve`, with a timer of the test. */
export interface HeardService extends TestService {
  /** The pages that showed a number so far. */
  readonly heard: readonly RefusedPage[]
  readonly keeper: ReturnType<typeof keepRefusals>
  /** What the timer does every few seconds. */
  write(): Promise<void>
}

/** Starts one. `database` of its own keeper stands in the place of the service's. */
export async function startHeardService(
  options: TestServiceOptions = {},
  keepIn?: (db: Database) => Database,
): Promise<HeardService> {
  const heard: RefusedPage[] = []
  const service = await startTestService({
    ...options,
    onRefusal: (refused) => {
      heard.push(refused)
      keeper.onRefusal(refused)
    },
  })
  const { db, clock, log } = service.foundation
  const { repeats, round } = handedIn()
  const keeper = keepRefusals({ db: keepIn?.(db) ?? db, clock, log }, repeats)
  return { ...service, heard, keeper, write: round }
}

/** A timer that goes on when the test says so. */
export function handedIn() {
  let work: RepeatedWork | undefined
  return {
    repeats: (_log: unknown, repeated: RepeatedWork) => {
      work = repeated
      return { stop: async () => undefined }
    },
    async round() {
      await work?.round()
    },
  }
}
