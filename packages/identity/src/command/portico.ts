/**
 * The `portico` command for operators. There is one file per noun, and each command calls one use case of a lower room.
 * A command works on the database of the service, whether the service runs or not, and its changes take effect there at
 * once. It writes an audit event, answers in a few lines or in JSON, and fails with one sentence. `bin/portico.mjs`
 * runs this file.
 */
import { say, sayLastError } from '../say.ts'
import { whenToldToStop } from '../told-to-stop.ts'
import type { Terminal } from './command.ts'
import { COMMANDS } from './commands.ts'
import { runPortico } from './run-portico.ts'

const stopping = new AbortController()

/** The terminal of this process. */
const terminal: Terminal = {
  out: (line) => void (stopping.signal.aborted || process.stdout.write(`${line}\n`)),
  err: (line) => say(line, 'error'),
  stopped: () => {
    whenToldToStop(() => stopping.abort())
    return stopping.signal
  },
}

// The reader of the answer has ended (`portico audit | head`). That is no fault, and open connections are still closed.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  stopping.abort()
})

// The reader of stderr has ended. The service goes on, and still stops when it is told to.
process.stderr.on('error', () => undefined)

process.on('uncaughtException', (fault: unknown) => {
  sayLastError(fault)
  process.exit(1)
})

process.exitCode = await runPortico(process.argv.slice(2), { commands: COMMANDS, terminal })
