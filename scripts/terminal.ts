import { ConfigFaults as PermitsFaults } from '../examples/parking-permits/server/index.ts'
import { ConfigFaults } from '../packages/identity/src/config.ts'

/** One line for whoever sits at the terminal. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** A signal may come twice at once: to the whole group, and again from the launcher. People need longer to ask again. */
const ONE_WISH_MILLISECONDS = 300

/** Resolves at Ctrl-C or when a supervisor asks to stop; who asks twice does not want to wait. */
export function untilInterrupted(): Promise<void> {
  return new Promise((resolve) => {
    let toldAt: number | undefined
    const stop = () => {
      if (toldAt !== undefined && performance.now() - toldAt > ONE_WISH_MILLISECONDS) process.exit(1)
      toldAt ??= performance.now()
      resolve()
    }
    process.on('SIGINT', stop)
    process.on('SIGTERM', stop)
  })
}

/** Something that whoever sits at the terminal can put right; told without a trace. */
export class StartTrouble extends Error {
  override readonly name = 'StartTrouble'
}

/** Does the work of a command and ends; expected trouble is a sentence, anything else shows where it came from. */
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
