import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'

/** One mail as the mail server took it. */
export interface Mail extends ParsedMail {
  /** The envelope's recipients. */
  readonly recipients: readonly string[]
}

/** A real mail server that keeps what it takes. */
export interface MailServer {
  readonly url: string
  readonly mails: readonly Mail[]
  /** The newest mail to an address with this in its subject; waits until there are so many of them. */
  mailTo(address: string, subject: string | RegExp, count?: number): Promise<Mail>
  close(): Promise<void>
}

const PATIENCE_MILLISECONDS = 30_000

/** Starts a mail server on a free port of this machine. */
export async function startMailServer(): Promise<MailServer> {
  const mails: Mail[] = []
  const listeners = new Set<() => void>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 10,
    onData(stream, session, done) {
      const recipients = session.envelope.rcptTo.map(({ address }) => address)
      simpleParser(stream).then((mail) => {
        mails.push({ ...mail, recipients })
        done()
        for (const listener of listeners) listener()
      }, done)
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()))
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('The mail server has no port')
  const find = (to: string, subject: string | RegExp) =>
    mails.filter(
      (mail) =>
        mail.recipients.includes(to) &&
        (typeof subject === 'string' ? mail.subject?.includes(subject) : subject.test(mail.subject ?? '')),
    )
  const mailTo: MailServer['mailTo'] = (to, subject, count = 1) =>
    new Promise((resolve, reject) => {
      const look = () => {
        const newest = find(to, subject).at(-1)
        if (newest === undefined || find(to, subject).length < count) return
        listeners.delete(look)
        clearTimeout(patience)
        resolve(newest)
      }
      const patience = setTimeout(() => {
        listeners.delete(look)
        const seen = mails.map((mail) => `${mail.recipients.join(' ')}: ${mail.subject}`)
        reject(new Error(`No mail "${subject}" to ${to}; there are: ${seen.join('; ')}`))
      }, PATIENCE_MILLISECONDS)
      listeners.add(look)
      look()
    })
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    mails,
    mailTo,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** The one link of a mail that carries a secret of at least 43 base64url characters. */
export function linkIn(mail: Mail): string {
  const links = new Set(`${mail.text}`.match(/https?:\/\/\S*[A-Za-z0-9_-]{43}\S*/g) ?? [])
  const [link, ...others] = links
  if (link === undefined || others.length > 0)
    throw new Error(`Not one link but ${links.size} in "${mail.subject}"`)
  return link
}
