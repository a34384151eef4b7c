import type { Config } from './config.ts'
import type { Serving } from './processes/index.ts'
import { say } from './say.ts'

/** Says to people that the service is ready, and where its mails are. */
export function sayReady({ baseUrl, smtpUrl, processes }: Config, { listening, mailboxUrl }: Serving): void {
  const where = processes === 1 ? listening : `${listening}, ${processes} processes`
  say(`Portico is ready at ${baseUrl} (listening on ${where})`)
  if (smtpUrl !== undefined) return
  say(
    `No mail server is set: every mail is shown ${mailboxUrl ? `at ${mailboxUrl}` : 'nowhere, because another program uses the port of the mailbox page (PORTICO_MAILBOX_PORT)'}`,
  )
}

/** Says to people that the port closes only after a time. */
export function sayDraining({ drainSeconds }: Pick<Config, 'drainSeconds'>): void {
  say(`Portico is not ready any more, and closes its port in ${drainSeconds} s (PORTICO_DRAIN_SECONDS)`)
}
