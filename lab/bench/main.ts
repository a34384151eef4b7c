import { createCleanup } from '../../journeys/kit/cleanup.ts'
import { runCommand } from '../kit/command.ts'
import { against } from './against.ts'
import { citus } from './citus.ts'
import { commands } from './commands.ts'
import { compare } from './compare.ts'
import { consolePages } from './console.ts'
import { growth } from './growth.ts'
import { type Options, readOptions } from './options.ts'
import { passwords } from './passwords.ts'
import { program } from './program.ts'
import { purge } from './purge.ts'
import { soak } from './soak/soak.ts'
import { openTestbed, type Testbed } from './testbed.ts'

const RUNS: Readonly<Record<Options['mode'], (testbed: Testbed, options: Options) => Promise<void>>> = {
  ...{ compare, growth, purge, program, soak, passwords, against, citus, commands },
  console: consolePages,
}

/** The most time of a run, without the minutes of a soak. */
const MOST_MINUTES = {
  ...{
    compare: 90,
    growth: 120,
    purge: 30,
    program: 30,
    soak: 30,
    passwords: 5,
    against: 30,
    citus: 60,
    commands: 60,
    console: 60,
  },
} as const

const cleanup = createCleanup()

/** `npm run bench`. At its end, also after a failure or Ctrl-C, it ends everything that it started. */
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
