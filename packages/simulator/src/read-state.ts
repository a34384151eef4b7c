import { type Basics, findForOperator } from '@portico/identity/parts'
import type { FaultBoard } from './fault-board.ts'
import type { RequestLog } from './request-log.ts'
import type { SimulatorState } from './simulator-state.ts'
import { TEST_CITIZENS, TEST_PASSWORD } from './test-citizens.ts'
import type { TravellingClock } from './travelling-clock.ts'

/** The parts of a running simulator that have a state. */
export interface StateParts extends Pick<SimulatorState, 'url' | 'mailboxUrl' | 'client'> {
  readonly board: Pick<FaultBoard, 'settings'>
  readonly clock: TravellingClock
  readonly requests: Pick<RequestLog, 'list'>
}

/** The state of the simulator now. A closed test citizen is shown as it was made. */
export async function readState(needs: Pick<Basics, 'db'>, parts: StateParts): Promise<SimulatorState> {
  const { url, mailboxUrl, client, board, clock, requests } = parts
  const citizens = TEST_CITIZENS.map(async (made) => ({
    ...made,
    ...(await findForOperator(needs.db, made.subject)),
  }))
  return {
    ...{ url, mailboxUrl, client, password: TEST_PASSWORD },
    citizens: await Promise.all(citizens),
    faults: board.settings(),
    time: { now: clock.now(), aheadSeconds: clock.aheadSeconds(), programClock: clock.programClock() },
    requests: requests.list(),
  }
}
