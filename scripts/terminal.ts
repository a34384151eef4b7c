import { ConfigFaults as PermitsFaults } from '../examples/parking-permits/server/index.ts'
import { ConfigFaults } from '../packages/identity/src/config.ts'
import { onShutdownSignal } from '../packages/processes/src/index.ts'

/** Prints one line on the terminal. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Resolves at Ctrl-C or at SIGTERM of a supervisor. A second signal ends the process at once. */
export function untilInterrupted(): Promise<void> {
  return new Promise((resolve) => onShutdownSignal(() => resolve()))
}

/** A failure that the person at the terminal can correct. It is printed without a stack trace. */
export class StartTrouble extends Error {
  override readonly name = 'StartTrouble'
}

/** Runs a command and exits. An expected failure is one sentence, any other one has a stack trace. */
export async function runToTheEnd(work: () => Promise<void>): Promise<never> {
  try {
    await work()
    process.exit(0)
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`)
    process.exit(1)
  }
}

function explain(error: unknown): string {
  if (error instanceof ConfigFaults || error instanceof PermitsFaults) return error.message
  if (!(error instanceof Error)) return String(error)
  const isPortTaken = 'code' in error && error.code === 'EADDRINUSE'
  if (isPortTaken)
    return `${error.message}: something else uses this port, perhaps a Portico that runs already. Stop it, or set PORTICO_PORT (and PORTICO_BASE_URL), PORTICO_MAILBOX_PORT or PERMITS_PORT.`
  return 'code' in error || error.name !== 'Error' ? error.message : (error.stack ?? error.message)
}
