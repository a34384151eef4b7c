import { runPortico, type Terminal } from './index.ts'

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

process.exitCode = await runPortico(process.argv.slice(2), { terminal })
