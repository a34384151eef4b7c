import type { Farewells } from '@portico/processes'
import type { Config } from './config.ts'
import { say } from './say.ts'

/** Where a service listens, and where its mails are shown. */
interface Places {
  readonly listening: string
  readonly mailboxUrl: string | undefined
}

/** What people are told of a service that is ready, and of its mails. */
export function readySentences(
  { baseUrl, smtpUrl, processes }: Config,
  { listening, mailboxUrl }: Places,
): readonly string[] {
  const where = processes === 1 ? listening : `${listening}, ${processes} processes`
  const ready = `Portico is ready at ${baseUrl} (listening on ${where})`
  if (smtpUrl !== undefined) return [ready]
  const shown = mailboxUrl
    ? `at ${mailboxUrl}`
    : 'nowhere, because another program uses the port of the mailbox page (PORTICO_MAILBOX_PORT)'
  return [ready, `No mail server is set: every mail is shown ${shown}`]
}

/** Says to people that the service is ready. */
export function sayReady(sentences: readonly string[]): void {
  for (const sentence of sentences) say(sentence)
}

/** Says to people that the port closes only after a time, and that the service is stopping. */
export function farewells({ drainSeconds }: Pick<Config, 'drainSeconds'>): Farewells {
  return {
    draining: () =>
      say(`Portico is not ready any more, and closes its port in ${drainSeconds} s (PORTICO_DRAIN_SECONDS)`),
    stopping: () => say('Portico is stopping'),
  }
}
