import type { LogLevel } from './platform/log.ts'
import { lineOf } from './platform/system-log-line.ts'

let areLogLines = false

/**
 * From now on all that this process says on standard error is a line of the log, Node's warnings and the last error too.
 * Most operators gather both streams in one place, where a line that is no JSON is lost. At a terminal, sentences stay.
 */
export function sayInLogLines(): void {
  if (process.stderr.isTTY) return
  areLogLines = true
  process.removeAllListeners('warning')
  process.on('warning', ({ name, message }) => {
    process.stderr.write(lineOf('warn', 'node-warning', { 'error.type': name, 'error.message': message }))
  })
}

/** Says a sentence to people. */
export function say(sentence: string, level: LogLevel = 'info'): void {
  process.stderr.write(areLogLines ? lineOf(level, sentence) : `${sentence}\n`)
}

/**
 * Says which error ends the process: its message and its place, and not its fields. They may contain an address with its
 * password, or the values of a statement.
 */
export function sayLastError(fault: unknown): void {
  const what = fault instanceof Error ? fault.stack : typeof fault
  const line = areLogLines ? lineOf('error', 'uncaught-error', { 'error.stack_trace': what }) : undefined
  process.stderr.write(line ?? `portico: ${what}\n`)
}
