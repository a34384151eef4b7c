import type { Socket } from 'node:net'
import { simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import { until } from '../../kit/until.ts'

/** What the mail server does. `hang` takes connections and says nothing; `cut` takes a mail and hangs up without a word. */
export type PostMode = 'take' | 'refuse' | 'hang' | 'slow' | '4xx' | '5xx' | 'cut'

/** One mail that the server took. */
export interface TakenMail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly messageId: string
  readonly at: number
  /** Taken, but its sender never heard so. */
  readonly unacknowledged: boolean
}

/** A real mail server that can fail in every way that mail servers fail. */
export interface PostOffice {
  readonly url: string
  readonly taken: readonly TakenMail[]
  become(mode: PostMode): Promise<void>
  mailsTo(address: string, subject: string): readonly TakenMail[]
  /** The newest mail to an address with this subject; waits for it. */
  mailTo(address: string, subject: string, count?: number): Promise<TakenMail>
  close(): Promise<void>
}

const SLOW_MILLISECONDS = 1_500

/** Opens the post office on a port that it keeps. */
export async function openPostOffice(): Promise<PostOffice> {
  let mode: PostMode = 'take'
  const taken: TakenMail[] = []
  let server = newServer(() => mode, taken)
  const port = await listen(server, 0)
  const mailsTo = (address: string, subject: string) =>
    taken.filter((mail) => mail.to === address && mail.subject.includes(subject))
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    mailsTo,
    async become(next) {
      const before = mode
      mode = next
      if (next === 'refuse') return closed(server)
      if (before === 'refuse') {
        server = newServer(() => mode, taken)
        await listen(server, port)
      }
      // Whoever hangs on a silent connection learns that the server is another one now.
      if (before === 'hang') for (const socket of socketsOf(server)) socket.destroy()
    },
    mailTo: (address, subject, count = 1) =>
      until(`${count} mails "${subject}" reach ${address}`, () => {
        const mails = mailsTo(address, subject)
        return mails.length >= count ? mails.at(-1) : undefined
      }),
    async close() {
      if (mode !== 'refuse') await closed(server)
    },
  }
}

type Connections = Set<{ readonly session: { readonly id: string }; readonly _socket: Socket }>

function connectionsOf(server: SMTPServer): Connections {
  return (server as unknown as { connections: Connections }).connections
}

function socketsOf(server: SMTPServer): readonly Socket[] {
  return [...connectionsOf(server)].map((connection) => connection._socket)
}

function newServer(mode: () => PostMode, taken: TakenMail[]): SMTPServer {
  const server: SMTPServer = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 10,
    onConnect(_session, done) {
      if (mode() !== 'hang') done()
    },
    onMailFrom(_address, _session, done) {
      if (mode() !== 'hang') done()
    },
    onRcptTo(_address, _session, done) {
      if (mode() === '4xx') done(reply(450, 'Mailbox busy'))
      else if (mode() === '5xx') done(reply(550, 'No such mailbox'))
      else done()
    },
    onData(stream, session, done) {
      void (async () => {
        const mail = await simpleParser(stream)
        if (mode() === 'hang') return
        if (mode() === 'slow') await new Promise((resolve) => void setTimeout(resolve, SLOW_MILLISECONDS))
        const unacknowledged = mode() === 'cut'
        const to = session.envelope.rcptTo.map(({ address }) => address).join(' ')
        const { subject = '', text = '', messageId = '' } = mail
        taken.push({ to, subject, text, messageId, at: performance.now(), unacknowledged })
        if (unacknowledged) endSession(server, session.id)
        else done()
      })().catch(() => endSession(server, session.id))
    },
  })
  server.on('error', () => undefined)
  return server
}

function endSession(server: SMTPServer, id: string): void {
  for (const connection of connectionsOf(server))
    if (connection.session.id === id) connection._socket.destroy()
}

function reply(responseCode: number, words: string): Error {
  return Object.assign(new Error(words), { responseCode })
}

async function listen(server: SMTPServer, port: number): Promise<number> {
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', () => resolve()))
  const address = server.server.address()
  return address === null || typeof address === 'string' ? 0 : address.port
}

function closed(server: SMTPServer): Promise<void> {
  for (const socket of socketsOf(server)) socket.destroy()
  return new Promise((resolve) => void server.close(() => resolve()))
}
