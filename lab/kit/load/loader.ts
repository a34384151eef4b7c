import { fileURLToPath } from 'node:url'
import { nextMessage, startNode, stop } from '../child-process.ts'
import type { LoadPlan, LoadResult } from './plan.ts'

const PROGRAM = fileURLToPath(new URL('./load-process.ts', import.meta.url))

/** What a run may take beyond its seconds before it counts as hung. */
const PATIENCE_SECONDS = 120

/** Makes load in a process of its own, so that measuring does not slow what measures. */
export interface Loader {
  /** Runs a plan; throws where a connection breaks or nothing comes back. Wrong responses are counted, not thrown. */
  run(plan: LoadPlan): Promise<LoadResult>
  /** The same, where any wrong response is thrown. */
  runFaultless(plan: LoadPlan): Promise<LoadResult>
  /** Ends the plan that runs: nothing more is sent. */
  end(): void
  stop(): Promise<void>
}

/** Starts the process. */
export function startLoader(): Loader {
  const program = startNode({ file: PROGRAM })
  const run = async (plan: LoadPlan): Promise<LoadResult> => {
    const message = nextMessage<{ result: LoadResult } | { failure: string }>(
      program,
      plan.seconds + PATIENCE_SECONDS,
    )
    program.child.send(plan)
    const came = await message
    if ('failure' in came) throw new Error(`The load broke off: ${came.failure}`)
    return came.result
  }
  return {
    run,
    runFaultless: async (plan) => {
      const result = await run(plan)
      if (result.faults > 0) throw new Error(`${result.faults} responses were wrong: ${result.firstFault}`)
      return result
    },
    end: () => void program.child.send('end'),
    stop: () => stop(program),
  }
}
