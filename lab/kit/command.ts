import { UsageError } from './command-line.ts'

/**
 * Runs a command and ends what it started, also after a failure or Ctrl-C. `work` returns the exit code. Failures
 * during the end are not reported.
 */
export function runCommand(
  cleanUp: () => Promise<unknown>,
  work: (leave: (reason: string) => void) => Promise<number>,
): void {
  let isLeaving = false
  const leave = (reason: string) => {
    if (isLeaving) return
    isLeaving = true
    process.stderr.write(`${reason}\n`)
    void cleanUp().finally(() => process.exit(1))
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => leave(`Ended by ${signal}.`))
  process.on('uncaughtException', (error) => leave(explain(error)))
  work(leave).then(
    (code) => process.exit(code),
    (error: unknown) => leave(explain(error)),
  )
}

function explain(error: unknown): string {
  if (error instanceof UsageError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
