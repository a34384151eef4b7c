import { onShutdownSignal } from '@portico/processes'
import { systemUser } from '../platform/system-user.ts'
import { say, sayLastError } from '../say.ts'
import type { Terminal } from './command.ts'
import type { OutputFormat } from './lay-out.ts'
import { harmless } from './present.ts'
import { asksForJson, type Refusal } from './refusal.ts'

/** The answer was lost: what calls the command must not take it for one. */
function failUnwritten({ code, message }: NodeJS.ErrnoException): never {
  const reason = code === 'ENOSPC' ? 'the disk is full' : message
  const says = `The answer cannot be written, because ${reason}. What the command changes is changed: look before you run it again.`
  if (wantsJson()) sayFailed('answer-unwritten', says)
  else say(`portico: ${says}`, 'error')
  process.exit(1)
}

/** Nothing has caught it. Its place stands before the object. */
function failUncaught(fault: unknown): never {
  sayLastError(fault)
  const what = fault instanceof Error ? fault.message : typeof fault
  if (wantsJson()) sayFailed('unexpected', harmless(`Something unexpected went wrong: ${what}`))
  process.exit(1)
}

const wantsJson = () => asksForJson(process.argv.slice(2))

function sayFailed(because: string, says: string): void {
  const refusal: Refusal = { kind: 'failed', because, says, faults: [], usage: null, exit_code: 1 }
  say(JSON.stringify(refusal), 'error')
}

/** Asks on standard error, because the answer of the command may go to a file. Ctrl-C and Ctrl-D are an empty answer. */
async function ask(question: string): Promise<string> {
  const { createInterface } = await import('node:readline/promises')
  const { stdin: input, stderr: output } = process
  const asking = createInterface({ input, output })
  const left = new Promise<string>((resolve) => {
    asking.once('close', () => resolve(''))
  })
  const answer = await Promise.race([asking.question(question), left])
  asking.close()
  return answer
}

/** Node knows of NO_COLOR and of terminals without colours. A file, or another program, gets whole lines without colours. */
export function formatOf(stream: Pick<NodeJS.WriteStream, 'isTTY' | 'columns' | 'hasColors'>): OutputFormat {
  return stream.isTTY ? { columns: stream.columns || undefined, isColoured: stream.hasColors() } : {}
}

/** The terminal of this process, for one command. What is not caught anywhere ends the process. */
export function openTerminal(): Terminal {
  const stopping = new AbortController()
  let isUnread = false
  // The reader of the answer has ended (`portico audit | head`). That is no fault, and open connections are still closed.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') failUnwritten(error)
    isUnread = true
    stopping.abort()
  })
  // The reader of stderr has ended. The service goes on, and still stops when it is told to.
  process.stderr.on('error', () => undefined)
  process.on('uncaughtException', failUncaught)
  return {
    out: (line) => void (isUnread || process.stdout.write(`${line}\n`)),
    err: (line) => say(line, 'error'),
    stopped: () => {
      onShutdownSignal(() => stopping.abort())
      return stopping.signal
    },
    user: systemUser,
    format: () => formatOf(process.stdout),
    ask: process.stdin.isTTY ? ask : undefined,
  }
}
