import { type Call, type PlainCommand, text } from './command.ts'
import { loadPackage } from './load-package.ts'

/** What this command runs of the package: an installed service does not have it (decision 86). */
interface SimulatorPackage {
  runSimulator(call: Call): Promise<undefined>
}

const MISSING =
  'The simulator is a package of its own, and it is not installed: run npm install --save-dev @portico/simulator, and start it by npx portico-simulator.'

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
  answers: 'nothing',
  run: async (call) =>
    (await loadPackage<SimulatorPackage>('@portico/simulator', MISSING)).runSimulator(call),
}
