import { compare } from './compare.ts'
import { growth } from './growth.ts'
import { hasWrk } from './load/wrk.ts'
import { createClosings } from './machine/closings.ts'
import { type Mode, type Options, readOptions, UsageTrouble } from './options.ts'
import { processes } from './processes.ts'
import { program } from './program.ts'
import { soak } from './soak/soak.ts'
import { openStage, type Stage } from './stage.ts'

const RUNS: Readonly<Record<Mode, (stage: Stage, options: Options) => Promise<void>>> = {
  compare,
  growth,
  program,
  processes,
  soak,
}

/** No run goes on for longer than this, whatever hangs; a soak takes its own minutes besides. */
const MOST_MINUTES = { compare: 90, growth: 120, program: 30, processes: 30, soak: 30 } as const

const closings = createClosings()
let isLeaving = false

/** `npm run bench`: everything that it starts it ends, after a failure and after Ctrl-C too. */
async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => leave(`Ended by ${signal}.`))
  const late = () => leave('The run took too long and was given up.')
  const minutes = MOST_MINUTES[options.mode] + (options.mode === 'soak' ? options.minutes : 0)
  setTimeout(late, minutes * 60_000).unref()
  if (options.generator === 'wrk' && !hasWrk()) throw new UsageTrouble('There is no wrk on this machine.')
  const stage = await openStage(closings, {
    wrk: options.generator !== 'own' && hasWrk(),
    postgres: options.postgres,
  })
  await RUNS[options.mode](stage, options)
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
