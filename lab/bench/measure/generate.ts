import type { LoadPlan, LoadResult } from '../../kit/load/plan.ts'
import { runWrk, suitsWrk } from '../../kit/load/wrk.ts'
import type { Testbed } from '../testbed.ts'

/** What makes the load. */
export type Generator = 'own' | 'wrk'

/** Below this our own requests beside `wrk` would be a good part of the load. */
const LEAST_WRK_CONNECTIONS = 16

/** Whole responses that are looked at in a second beside `wrk`, which sees statuses alone. */
const CHECKS_PER_SECOND = 200

/** Makes load of a plan: with `wrk` where the test bed has it and the plan suits it, else with our own process. */
export async function generate(
  { wrk, loader, folder }: Pick<Testbed, 'wrk' | 'loader' | 'folder'>,
  plan: LoadPlan,
): Promise<LoadResult & { readonly generator: Generator }> {
  if (!wrk || !suitsWrk(plan) || plan.connections < LEAST_WRK_CONNECTIONS)
    return { ...(await loader.run(plan)), generator: 'own' }
  const checking = loader.run({ ...plan, connections: 1, perSecond: CHECKS_PER_SECOND })
  // Where wrk fails, that is what is told.
  checking.catch(() => undefined)
  const measured = await runWrk(folder, plan)
  return { ...together(measured, await checking), generator: 'wrk' }
}

/** What was measured, with the answers, the faults and the cost of the checks beside it; times are those of `wrk`. */
export function together(measured: LoadResult, checks: LoadResult): LoadResult {
  return {
    ...measured,
    answers: measured.answers + checks.answers,
    faults: measured.faults + checks.faults,
    firstFault: checks.firstFault ?? measured.firstFault,
    cpuMicroseconds: measured.cpuMicroseconds + checks.cpuMicroseconds,
  }
}
