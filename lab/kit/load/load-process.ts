// The process that sends the load: it runs a plan and returns the result. `end` ends the plan early.
import type { LoadPlan } from './plan.ts'
import { runLoad } from './run-load.ts'

let over = new AbortController()

// The channel that ends this process with its parent does not keep it alive. Waiting for plans does.
process.channel?.ref()
process.on('message', (message: LoadPlan | 'end') => {
  if (message === 'end') return over.abort()
  over = new AbortController()
  runLoad(message, over.signal).then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ failure: error instanceof Error ? error.message : String(error) }),
  )
})
