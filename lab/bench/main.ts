import { createCleanup } from '../kit/cleanup.ts'
import { runCommand } from '../kit/command.ts'
import { against } from './against.ts'
import { compare } from './compare.ts'
import { growth } from './growth.ts'
import { type Options, readOptions } from './options.ts'
import { program } from './program.ts'
import { soak } from './soak/soak.ts'
import { openTestbed, type Testbed } from './testbed.ts'

const RUNS: Readonly<Record<Options['mode'], (testbed: Testbed, options: Options) => Promise<void>>> = {
  ...{ compare, growth, program, soak, against },
}

/** No run goes on for longer than this, whatever hangs; a soak takes its own minutes besides. */
const MOST_MINUTES = { compare: 90, growth: 120, program: 30, soak: 30, against: 30 } as const

const cleanup = createCleanup()

/** `npm run bench`: everything that it starts it ends, after a failure and after Ctrl-C too. */
runCommand(
  () => cleanup.run(),
  async (leave) => {
    const options = readOptions(process.argv.slice(2))
    const minutes = MOST_MINUTES[options.mode] + (options.mode === 'soak' ? options.minutes : 0)
    const late = () => leave('The run took too long and was given up.')
    setTimeout(late, minutes * 60_000).unref()
    await RUNS[options.mode](await openTestbed(cleanup, options.postgres), options)
    await cleanup.run()
    return 0
  },
)
