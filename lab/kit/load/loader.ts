import { fileURLToPath } from 'node:url'
import { nextMessage, startNode, stop } from '../../../journeys/kit/child-process.ts'
import type { LoadPlan, LoadResult } from './plan.ts'

const PROGRAM = fileURLToPath(new URL('./load-process.ts', import.meta.url))

/** How much longer than its seconds a run may take before it counts as hung. */
const MORE_SECONDS = 120

/** Sends load from another process, so that measuring does not slow the measured service. */
export type Loader = ReturnType<typeof startLoader>

/** Starts the process. */
export function startLoader() {
  const program = startNode({ file: PROGRAM })
  /** Runs a plan. Throws where nothing comes back. Wrong responses and broken connections are counted. */
  const run = async (plan: LoadPlan): Promise<LoadResult> => {
    const message = nextMessage<{ result: LoadResult } | { failure: string }>(
      program,
      plan.seconds + MORE_SECONDS,
    )
    program.child.send(plan)
    const came = await message
    if ('failure' in came) throw new Error(`The load broke off: ${came.failure}`)
    return came.result
  }
  return {
    run,
    /** The same, but throws on a wrong response. */
    runFaultless: async (plan: LoadPlan) => {
      const result = await run(plan)
      if (result.faults > 0) throw new Error(`${result.faults} responses were wrong: ${result.firstFault}`)
      return result
    },
    /** Ends the current plan: nothing more is sent. */
    end: () => void program.child.send('end'),
    stop: () => stop(program),
  }
}
