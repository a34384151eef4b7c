let areLogLines = false

/**
 * From now on all that this process says on standard error is a line of JSON like those of its log, Node's warnings and
 * the error that ends it too (`main.ts`). Most operators gather both streams in one place. At a terminal, sentences stay.
 */
export function sayInLogLines(): void {
  if (process.stderr.isTTY) return
  areLogLines = true
  process.removeAllListeners('warning')
  process.on('warning', ({ name, message }) => write('warn', 'node_warning', `${name}: ${message}`))
}

/** Says a sentence to people. */
export function say(sentence: string): void {
  if (areLogLines) write('info', 'said', sentence)
  else process.stderr.write(`${sentence}\n`)
}

/** Says what ends the gate. */
export function sayFault(event: string, sentence: string): void {
  if (areLogLines) write('error', event, sentence)
  else process.stderr.write(`${sentence}\n`)
}

function write(level: string, event: string, message: string): void {
  process.stderr.write(`${JSON.stringify({ level, event: `portico.${event}`, message })}\n`)
}
