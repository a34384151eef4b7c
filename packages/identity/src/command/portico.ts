/**
 * The `portico` command, for operators: one file per noun, each command calls one use case of a lower room. A command
 * works on the same database as the service, whether that runs or not, and what it changes counts there at once. It
 * leaves an event in the audit, answers in a few lines or in JSON, and fails with one sentence. `bin/portico.mjs` runs
 * this file.
 */
import type { Terminal } from './command.ts'
import { COMMANDS } from './commands.ts'
import { runPortico } from './run-portico.ts'

const stopping = new AbortController()

/** The process's own terminal. */
const terminal: Terminal = {
  out: (line) => void (stopping.signal.aborted || process.stdout.write(`${line}\n`)),
  err: (line) => void process.stderr.write(`${line}\n`),
  stopped: () => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())
    return stopping.signal
  },
}

// Whoever read the answer has gone (`portico audit | head`): that is no trouble, and what is open is still closed.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  stopping.abort()
})

// Whoever read the sentences has gone: that is no reason to stop serving people, nor to stay when told to end.
process.stderr.on('error', () => undefined)

// What nobody caught ends the process. Its sentence and its place are told, but nothing that hangs on it: an address with its
// password, the values of a statement.
process.on('uncaughtException', (fault: unknown) => {
  process.stderr.write(`portico: ${fault instanceof Error ? fault.stack : typeof fault}\n`)
  process.exit(1)
})

process.exitCode = await runPortico(process.argv.slice(2), { commands: COMMANDS, terminal })
