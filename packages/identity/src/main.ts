import { type Config, readConfig } from './config.ts'
import type { Log } from './platform/log.ts'
import { systemLog } from './platform/system-log.ts'
import { type RunningService, startService } from './start-service.ts'

/** A service that does not end by itself is ended after this long. */
const SHUTDOWN_MILLISECONDS = 20_000

/** Runs the service until it is told to stop: structured log lines on stdout, sentences for people on stderr. */
export async function serve(): Promise<void> {
  const config = readConfig()
  const log = systemLog(config.logLevel)
  const running = await startService(config, log, say)
  announce(config, running)
  await untilToldToStop(log)
  const deadline = setTimeout(() => process.exit(1), SHUTDOWN_MILLISECONDS)
  deadline.unref()
  say('Portico is stopping')
  await running.close()
  say('Portico has stopped')
}

function announce(config: Config, running: RunningService): void {
  say(`Portico is ready at ${config.baseUrl} (listening on ${running.listening})`)
  if (config.smtpUrl !== undefined) return
  say(
    `No mail server is set: every mail is shown ${running.mailboxUrl ? `at ${running.mailboxUrl}` : 'nowhere, because the port of the mailbox page is taken (PORTICO_MAILBOX_PORT)'}`,
  )
}

function untilToldToStop(log: Log): Promise<void> {
  return new Promise((resolve) => {
    let told = false
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => {
        if (told) process.exit(1)
        told = true
        log.info('stopping', { signal })
        resolve()
      })
    }
  })
}

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}
