import { type Config, readConfig } from './config.ts'
import type { Log } from './platform/log.ts'
import { systemLog } from './platform/system-log.ts'
import { type RunningService, startService } from './start-service.ts'

/** A service that does not end by itself is ended after this long. */
const SHUTDOWN_MILLISECONDS = 20_000

/** A signal may come twice at once: to the whole group, and again from the launcher. People need longer to ask again. */
const ONE_WISH_MILLISECONDS = 300

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
    let toldAt: number | undefined
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => {
        if (toldAt !== undefined && performance.now() - toldAt > ONE_WISH_MILLISECONDS) process.exit(1)
        toldAt ??= performance.now()
        log.info('stopping', { signal })
        resolve()
      })
    }
  })
}

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}
