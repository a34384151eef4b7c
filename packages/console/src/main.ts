import { SsoConfigError } from '@portico/program'
import { ConsoleConfigFaults, runConsole } from './index.ts'

process.exitCode = await run()

/** Runs the console. What it could not do is told in a sentence. */
async function run(): Promise<0 | 1 | 2> {
  try {
    await runConsole()
    return 0
  } catch (error) {
    const says = error instanceof Error ? error.message : 'unknown'
    process.stderr.write(
      `portico-console: ${says}\n  docs/runbooks/console.md says how the console is set up.\n`,
    )
    return error instanceof ConsoleConfigFaults || error instanceof SsoConfigError ? 2 : 1
  }
}
