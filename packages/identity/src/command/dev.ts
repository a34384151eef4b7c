import { type Call, CommandRefused, type PlainCommand, text } from './command.ts'

/** What this command runs of the package: an installed service does not have it (decision 86). */
interface SimulatorPackage {
  runSimulator(call: Call): Promise<undefined>
}

/** No type and no bundler follows a name in a variable, so nothing of the service leads to the package. */
const PACKAGE: string = '@portico/simulator'

/** Runs the simulator of `@portico/simulator` until it is stopped. */
export const devCommand: PlainCommand = {
  words: 'dev',
  summary: 'Run the simulator for developers: the real service with test citizens, time travel and faults',
  operands: [],
  options: {
    port: text('PORT', 'The port of the service and of the control page (4000); 0 for any'),
    'mailbox-port': text('PORT', 'The port of the mailbox page (4080); 0 for any'),
  },
  asks: 'nothing',
  run: async (call) => (await loadSimulator()).runSimulator(call),
}

async function loadSimulator(): Promise<SimulatorPackage> {
  try {
    const simulator: SimulatorPackage = await import(PACKAGE)
    return simulator
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
    if (!isMissing || !error.message.includes(`'${PACKAGE}'`)) throw error
    throw new CommandRefused(
      `The simulator is a package of its own, and it is not installed: run npm install --save-dev ${PACKAGE}, and start it by npx portico-simulator.`,
    )
  }
}
