import { CommandRefused, type PlainCommand } from './command.ts'
import { loadPackage } from './load-package.ts'

/** What this command runs of the package: an installed service need not have it (decision 117). */
interface ConsolePackage {
  runConsole(): Promise<void>
}

const MISSING =
  'The console is a package of its own, and it is not installed: run npm install @portico/console, and start it by npx portico-console.'

/** Runs the console of `@portico/console` until it is stopped. */
export const consoleCommand: PlainCommand = {
  words: 'console',
  summary: 'Run the console of operators: a process of its own, with settings of its own',
  operands: [],
  options: {},
  asks: 'nothing',
  answers: 'nothing',
  async run() {
    const { runConsole } = await loadPackage<ConsolePackage>('@portico/console', MISSING)
    await runConsole().catch((error: unknown) => {
      throw error instanceof Error ? new CommandRefused(error.message) : error
    })
    return undefined
  },
}
