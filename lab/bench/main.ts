import { createCleanup } from '../kit/cleanup.ts'
import { runCommand } from '../kit/command.ts'
import { UsageError } from '../kit/command-line.ts'
import { hasWrk } from '../kit/load/wrk.ts'
import { compare } from './compare.ts'
import { growth } from './growth.ts'
import { type Mode, type Options, readOptions } from './options.ts'
import { processes } from './processes.ts'
import { program } from './program.ts'
import { soak } from './soak/soak.ts'
import { openTestbed, type Testbed } from './testbed.ts'

const RUNS: Readonly<Record<Mode, (testbed: Testbed, options: Options) => Promise<void>>> = {
  ...{ compare, growth, program, processes, soak },
}

/** No run goes on for longer than this, whatever hangs; a soak takes its own minutes besides. */
const MOST_MINUTES = { compare: 90, growth: 120, program: 30, processes: 30, soak: 30 } as const

const cleanup = createCleanup()

/** `npm run bench`: everything that it starts it ends, after a failure and after Ctrl-C too. */
runCommand(
  () => cleanup.run(),
  async (leave) => {
    const options = readOptions(process.argv.slice(2))
    const minutes = MOST_MINUTES[options.mode] + (options.mode === 'soak' ? options.minutes : 0)
    const late = () => leave('The run took too long and was given up.')
    setTimeout(late, minutes * 60_000).unref()
    if (options.generator === 'wrk' && !hasWrk()) throw new UsageError('There is no wrk on this machine.')
    const wrk = options.generator !== 'own' && hasWrk()
    const testbed = await openTestbed(cleanup, { wrk, postgres: options.postgres })
    await RUNS[options.mode](testbed, options)
    await cleanup.run()
    return 0
  },
)
