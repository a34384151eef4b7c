import type { LoadPlan, LoadResult } from '../load/plan.ts'
import { runWrk, suitsWrk } from '../load/wrk.ts'
import type { Stage } from '../stage.ts'

/** What makes the load. */
export type Generator = 'own' | 'wrk'

/** Below this a look beside `wrk` would itself be a good part of the load. */
const LEAST_WRK_CONNECTIONS = 16

/** Looks a second at whole answers beside `wrk`, which sees statuses alone. */
const LOOKS_PER_SECOND = 200

/** Makes load of a plan: with `wrk` where the stage has it and the plan suits it, else with our own process. */
export async function generate(
  stage: Pick<Stage, 'wrk' | 'loader' | 'folder'>,
  plan: LoadPlan,
): Promise<LoadResult & { readonly generator: Generator }> {
  if (!stage.wrk || !suitsWrk(plan) || plan.connections < LEAST_WRK_CONNECTIONS)
    return { ...(await stage.loader.run(plan)), generator: 'own' }
  const looking = stage.loader.run({ ...plan, connections: 1, perSecond: LOOKS_PER_SECOND })
  // Where wrk fails, that is what is told.
  looking.catch(() => undefined)
  const measured = await runWrk(stage.folder, plan)
  return { ...together(measured, await looking), generator: 'wrk' }
}

/** What was measured, with the answers, the faults and the cost of the looks beside it; times are those of `wrk`. */
export function together(measured: LoadResult, looks: LoadResult): LoadResult {
  return {
    ...measured,
    answers: measured.answers + looks.answers,
    faults: measured.faults + looks.faults,
    firstFault: looks.firstFault ?? measured.firstFault,
    cpuMicroseconds: measured.cpuMicroseconds + looks.cpuMicroseconds,
  }
}
