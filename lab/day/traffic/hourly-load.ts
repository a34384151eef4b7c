import { inParallel } from '../../kit/in-parallel.ts'
import { type Day, scaled } from '../day.ts'
import type { Resident } from '../people/town.ts'
import {
  addApp,
  enter,
  mistype,
  recover,
  register,
  replayCode,
  signInBrought,
  signInWithCode,
  stepOf,
  workWith,
} from './citizen-flows.ts'

/** How busy each hour is. Noon is not the busiest. */
const BUSY = [1, 1, 1, 1, 1, 2, 4, 7, 10, 12, 11, 10, 8, 8, 9, 10, 10, 9, 8, 7, 6, 4, 3, 2] as const

/** So many flows at once. */
const WIDTH = 6
const LEAST_WIDTH = 3

/** How often each thing happens for each unit of busyness. */
const RATES = {
  registerByLink: 0.7,
  registerByCode: 0.5,
  firstSignIns: 2,
  entries: 3,
  apps: 0.4,
  codes: 0.5,
  mistypes: 0.6,
  recoveries: 0.3,
  replays: 0.1,
  work: 20,
} as const

type Flow = () => Promise<unknown>

/** Sends the load of an hour, and resolves when all of it is answered. What does not go as it has to is a fault, unless a part is away. */
export async function sendLoad(day: Day, hour: number): Promise<void> {
  await inParallel(flowsOf(day, BUSY[hour] ?? 1), Math.min(WIDTH, scaled(day, WIDTH, LEAST_WIDTH)), (flow) =>
    attempt(day, flow),
  )
}

/** Runs a flow. Its failure is a fault of the day, unless a part is away. */
export async function attempt({ answers }: Day, flow: Flow): Promise<void> {
  const began = answers.isOutage
  try {
    await flow()
  } catch (error) {
    // What began or ended in an outage may have met it.
    if (!began && !answers.isOutage) answers.surprise(error instanceof Error ? error.message : String(error))
  }
}

/** The flows of an hour. Nobody does two things at once. */
function flowsOf(day: Day, busy: number): readonly Flow[] {
  const { town, programs } = day
  const often = (rate: number) => scaled(day, rate * busy)
  const anyProgram = (index: number) => programs[index % programs.length] ?? day.closed
  const taken = new Set<Resident>()
  const take = (count: number, fits: (one: Resident) => boolean): readonly Resident[] => {
    const some = town.some(count, (one) => !taken.has(one) && fits(one))
    for (const one of some) taken.add(one)
    return some
  }
  const each = (
    some: readonly Resident[],
    flow: (one: Resident, index: number) => Promise<unknown>,
  ): Flow[] => some.map((one, index) => () => flow(one, index))
  const times = (count: number, flow: (index: number) => Promise<unknown>): Flow[] =>
    Array.from({ length: count }, (_, index) => () => flow(index))
  const arrive = async (arriving: Promise<Resident>, index: number) => {
    const resident = await arriving
    await enter(day, resident, anyProgram(index + busy))
  }
  const thenEnter =
    (flow: (day: Day, one: Resident) => Promise<unknown>) => async (one: Resident, index: number) => {
      await flow(day, one)
      await enter(day, one, anyProgram(index))
    }
  return [
    ...times(often(RATES.registerByLink), (index) => arrive(register(day, 'link'), index)),
    ...times(often(RATES.registerByCode), (index) => arrive(register(day, 'code'), index)),
    ...times(often(RATES.firstSignIns), (index) => arrive(signInBrought(day), index)),
    ...each(
      take(often(RATES.codes), ({ app, codeStep }) => app !== undefined && codeStep < stepOf(day)),
      thenEnter(signInWithCode),
    ),
    ...each(
      take(often(RATES.apps), ({ app, language }) => app === undefined && language === 'en'),
      thenEnter(addApp),
    ),
    ...each(
      take(often(RATES.mistypes), ({ app }) => app === undefined),
      thenEnter(mistype),
    ),
    ...each(
      take(often(RATES.recoveries), ({ app }) => app === undefined),
      thenEnter(recover),
    ),
    ...each(take(often(RATES.replays), isSignedIn), (one, index) => replayCode(day, one, anyProgram(index))),
    ...each(take(often(RATES.entries), isSignedIn), (one, index) => enter(day, one, anyProgram(index))),
    ...each(take(often(RATES.work), isSignedIn), async (one) => {
      for (const visit of one.visits) await workWith(day, visit)
    }),
  ]
}

/** A program has tokens of this citizen, so a session is alive. */
const isSignedIn = ({ visits }: Resident) => visits.length > 0
