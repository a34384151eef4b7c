import { compare } from './compare.ts'
import { growth } from './growth.ts'
import { createClosings } from './machine/closings.ts'
import { readOptions, UsageTrouble } from './options.ts'
import { openStage } from './stage.ts'

/** No run goes on for longer than this, whatever hangs. */
const MOST_MINUTES = { compare: 45, growth: 120 } as const

const closings = createClosings()
let isLeaving = false

/** `npm run bench`: everything that it starts it ends, after a failure and after Ctrl-C too. */
async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => leave(`Ended by ${signal}.`))
  const late = () => leave('The run took too long and was given up.')
  setTimeout(late, MOST_MINUTES[options.mode] * 60_000).unref()
  const stage = await openStage(closings)
  await (options.mode === 'growth' ? growth(stage, options) : compare(stage, options))
  await closings.run()
}

/** Ends what was started, then the process; what fails while it ends is not told again. */
function leave(reason: string): void {
  if (isLeaving) return
  isLeaving = true
  process.stderr.write(`${reason}\n`)
  void closings.run().then(() => process.exit(1))
}

function explain(error: unknown): string {
  if (error instanceof UsageTrouble) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

process.on('uncaughtException', (error) => leave(explain(error)))
main().then(
  () => process.exit(0),
  (error: unknown) => leave(explain(error)),
)
