import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startProgram } from '../machine/child.ts'
import type { LoadPlan, LoadResult } from './plan.ts'

const PROGRAM = fileURLToPath(new URL('./load-process.ts', import.meta.url))

/** What a run may take beyond its seconds before it counts as hung. */
const PATIENCE_SECONDS = 120

/** Makes load in a process of its own, so that measuring does not slow what measures. */
export interface Loader {
  /** Runs a plan; throws where a connection breaks or nothing comes back. Faulty answers are counted, not thrown. */
  run(plan: LoadPlan): Promise<LoadResult>
  /** The same for preparations, where any faulty answer is thrown. */
  prepare(plan: LoadPlan): Promise<LoadResult>
  stop(): Promise<void>
}

/** Starts the process. */
export function startLoader(folder: string): Loader {
  const program = startProgram({ name: 'load', file: PROGRAM, logFile: join(folder, 'load.log') })
  const run = async (plan: LoadPlan): Promise<LoadResult> => {
    const answer = program.nextMessage<{ result: LoadResult } | { failure: string }>(
      plan.seconds + PATIENCE_SECONDS,
    )
    program.send(plan)
    const came = await answer
    if ('failure' in came) throw new Error(`The load broke off: ${came.failure}`)
    return came.result
  }
  return {
    run,
    prepare: async (plan) => {
      const result = await run(plan)
      if (result.faults > 0) throw new Error(`A preparation was answered wrongly: ${result.firstFault}`)
      return result
    },
    stop: () => program.stop(),
  }
}
