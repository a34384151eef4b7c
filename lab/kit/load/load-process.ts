// The process that makes the load: it takes a plan, runs it and sends back what came of it; `end` ends it early.
import type { LoadPlan } from './plan.ts'
import { runLoad } from './run-load.ts'

let over = new AbortController()

// What ends the process with its parent does not keep it alive; waiting for plans does.
process.channel?.ref()
process.on('message', (message: LoadPlan | 'end') => {
  if (message === 'end') return over.abort()
  over = new AbortController()
  runLoad(message, over.signal).then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ failure: error instanceof Error ? error.message : String(error) }),
  )
})
