import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import { until } from './until.ts'

/**
 * What the mail server does. `hang`: accepts connections and sends nothing. `cut`: accepts a mail and closes the
 * connection without a reply.
 */
export type MailMode = 'take' | 'refuse' | 'hang' | 'slow' | '4xx' | '5xx' | 'cut'

/** A mail that the mail server accepted. */
export interface Mail extends ParsedMail {
  /** The envelope's recipients. */
  readonly recipients: readonly string[]
  /** By `performance.now()`. */
  readonly takenAt: number
  /** Accepted, but the sender got no reply. */
  readonly unacknowledged: boolean
}

/** A real mail server that stores mails, and can fail in every way that mail servers fail. */
export type MailServer = Awaited<ReturnType<typeof startMailServer>>

const SLOW_MILLISECONDS = 1_500

/** Starts a mail server on a free port of this machine. It keeps the port. */
export async function startMailServer() {
  let mode: MailMode = 'take'
  const mails: Mail[] = []
  let server = newServer(() => mode, mails)
  const port = await listen(server, 0)
  /** The mails to an address with this in their subjects. */
  const mailsTo = (address: string, subject: string | RegExp): readonly Mail[] => {
    const fits = (words = '') => (typeof subject === 'string' ? words.includes(subject) : subject.test(words))
    return mails.filter((mail) => mail.recipients.includes(address) && fits(mail.subject))
  }
  const listed = () => mails.map((mail) => `${mail.recipients.join(' ')}: ${mail.subject}`).join('; ')
  return {
    ...{ url: `smtp://127.0.0.1:${port}`, mails: mails as readonly Mail[], mailsTo },
    async become(next: MailMode) {
      const before = mode
      mode = next
      if (next === 'refuse') return closeServer(server)
      if (before === 'refuse') {
        server = newServer(() => mode, mails)
        await listen(server, port)
      }
      // Closes silent connections, so that their clients notice the change.
      if (before === 'hang') for (const { _socket } of connectionsOf(server)) _socket.destroy()
    },
    /** The newest of them. Waits until there are this many. */
    mailTo: (address: string, subject: string | RegExp, count = 1): Promise<Mail> =>
      until(
        () => `${count} mails "${subject}" reach ${address}; there are: ${listed()}`,
        () => {
          const found = mailsTo(address, subject)
          return found.length < count ? undefined : found.at(-1)
        },
      ),
    async close() {
      if (mode !== 'refuse') await closeServer(server)
    },
  }
}

/** The one link of a mail with a secret of at least 43 base64url characters. */
export function linkIn(mail: Mail): string {
  const links = new Set(`${mail.text}`.match(/https?:\/\/\S*[A-Za-z0-9_-]{43}\S*/g) ?? [])
  const [link, ...others] = links
  if (link === undefined || others.length > 0)
    throw new Error(`Not one link but ${links.size} in "${mail.subject}"`)
  return link
}

/** Path and query of that link. */
export function linkPath(mail: Mail): string {
  const { pathname, search } = new URL(linkIn(mail))
  return pathname + search
}

type Connections = Set<{ readonly session: { readonly id: string }; readonly _socket: Socket }>

/** The package has no public list of its connections. */
function connectionsOf(server: SMTPServer): Connections {
  return (server as unknown as { connections: Connections }).connections
}

function newServer(mode: () => MailMode, mails: Mail[]): SMTPServer {
  const unlessHanging = (done: () => void) => void (mode() !== 'hang' && done())
  const server: SMTPServer = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 10,
    onConnect: (_session, done) => unlessHanging(done),
    onMailFrom: (_address, _session, done) => unlessHanging(done),
    onRcptTo(_address, _session, done) {
      if (mode() === '4xx') done(reply(450, 'Mailbox busy'))
      else if (mode() === '5xx') done(reply(550, 'No such mailbox'))
      else done()
    },
    onData(stream, session, done) {
      const take = async () => {
        const mail = await simpleParser(stream)
        if (mode() === 'hang') return
        if (mode() === 'slow') await wait(SLOW_MILLISECONDS)
        const unacknowledged = mode() === 'cut'
        const recipients = session.envelope.rcptTo.map(({ address }) => address)
        mails.push({ ...mail, recipients, takenAt: performance.now(), unacknowledged })
        if (unacknowledged) endSession(server, session.id)
        else done()
      }
      take().catch(() => endSession(server, session.id))
    },
  })
  return server.on('error', () => undefined) as SMTPServer
}

function endSession(server: SMTPServer, id: string): void {
  for (const { session, _socket } of connectionsOf(server)) if (session.id === id) _socket.destroy()
}

function reply(responseCode: number, words: string): Error {
  return Object.assign(new Error(words), { responseCode })
}

async function listen(server: SMTPServer, port: number): Promise<number> {
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', () => resolve()))
  const address = server.server.address()
  return address === null || typeof address === 'string' ? 0 : address.port
}

function closeServer(server: SMTPServer): Promise<void> {
  for (const { _socket } of connectionsOf(server)) _socket.destroy()
  return new Promise((resolve) => void server.close(() => resolve()))
}
