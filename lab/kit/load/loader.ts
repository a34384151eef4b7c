import { fileURLToPath } from 'node:url'
import { nextMessage, startNode, stop } from '../child-process.ts'
import type { LoadPlan, LoadResult } from './plan.ts'

const PROGRAM = fileURLToPath(new URL('./load-process.ts', import.meta.url))

/** How much longer than its seconds a run may take before it counts as hung. */
const MORE_SECONDS = 120

/** Sends load from another process, so that measuring does not slow the measured service. */
export interface Loader {
  /** Runs a plan. Throws where nothing comes back. Wrong responses and broken connections are counted. */
  run(plan: LoadPlan): Promise<LoadResult>
  /** The same, but throws on a wrong response. */
  runFaultless(plan: LoadPlan): Promise<LoadResult>
  /** Ends the current plan: nothing more is sent. */
  end(): void
  stop(): Promise<void>
}

/** Starts the process. */
export function startLoader(): Loader {
  const program = startNode({ file: PROGRAM })
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
    runFaultless: async (plan) => {
      const result = await run(plan)
      if (result.faults > 0) throw new Error(`${result.faults} responses were wrong: ${result.firstFault}`)
      return result
    },
    end: () => void program.child.send('end'),
    stop: () => stop(program),
  }
}
