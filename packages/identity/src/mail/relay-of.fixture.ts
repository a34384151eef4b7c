import type { TestService } from '../../testing/test-service.ts'
import { UTC } from '../platform/date-words.ts'
import { createMailSender, createSmtpTransport } from './index.ts'
import { type SmtpFixture, smtpRefusal, startSmtp } from './smtp.fixture.ts'

/** A real mail server for the letters of a test service. */
export interface RelayOf {
  readonly smtp: SmtpFixture
  /** Sends every letter that is due. */
  sendDue(): Promise<number>
  /** Refuses every letter from now on, at this command. */
  refuse(at: 'RCPT' | 'DATA', code: number, words: string): void
  close(): Promise<void>
}

/** Starts it. Without `refuse`, it takes every letter. */
export async function relayOf({ foundation, baseUrl }: TestService): Promise<RelayOf> {
  const smtp = await startSmtp()
  const from = { name: 'Portico', address: 'no-reply@example.org' }
  const transport = createSmtpTransport(smtp.url)
  const mail = createMailSender({
    ...foundation,
    transport,
    sender: { baseUrl, serviceName: 'Portico', from, timeZone: UTC },
  })
  return {
    smtp,
    sendDue: () => mail.sendDue(),
    refuse: (at, code, words) =>
      smtp.behave(
        at === 'RCPT'
          ? { onRcptTo: (_address, _session, done) => done(smtpRefusal(code, words)) }
          : {
              onData: (stream, _session, done) => {
                stream.resume()
                stream.on('end', () => done(smtpRefusal(code, words)))
              },
            },
      ),
    close: async () => {
      await mail.stop()
      await smtp.stop()
    },
  }
}
