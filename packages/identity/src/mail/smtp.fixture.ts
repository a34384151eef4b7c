import type { Socket } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A mail that the test server accepted, with the recipients of its envelope. */
export interface TakenMail {
  readonly recipients: readonly string[]
  readonly source: string
  readonly parsed: ParsedMail
}

/** A real mail server whose behaviour a test can change between two mails. */
export interface SmtpFixture {
  readonly port: number
  readonly url: string
  readonly taken: TakenMail[]
  readonly connections: () => number
  /** Sets the failures of the server. Without one, it works. */
  behave(behaviour: Pick<SMTPServerOptions, 'onConnect' | 'onMailFrom' | 'onRcptTo' | 'onData'>): void
  /** Closes every connection. */
  drop(): void
  /** Waits until it has accepted this many mails. */
  arrived(count: number): Promise<readonly TakenMail[]>
  /** Waits until it has accepted this many mails to one recipient, and returns them in order. */
  arrivedFor(recipient: string, count?: number): Promise<readonly TakenMail[]>
  stop(): Promise<void>
}

/** An error that the server answers with this code. */
export function smtpRefusal(responseCode: number, words = 'no'): Error {
  return Object.assign(new Error(words), { responseCode })
}

/** Starts a mail server on this machine. */
export async function startSmtp(port = 0): Promise<SmtpFixture> {
  const state: ServerState = { taken: [], behaviour: {}, connections: 0 }
  const server = createServer(state)
  const sockets = new Set<Socket>()
  server.server.on('connection', (socket: Socket) => void sockets.add(socket))
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', () => resolve()))
  const address = server.server.address()
  const actual = typeof address === 'object' && address ? address.port : 0
  return {
    port: actual,
    url: `smtp://127.0.0.1:${actual}`,
    taken: state.taken,
    connections: () => state.connections,
    behave: (next) => {
      state.behaviour = next
    },
    drop: () => {
      for (const socket of sockets) socket.destroy()
      sockets.clear()
    },
    arrived: async (count) => {
      await minuteAtMost(() => state.taken.length >= count)
      return state.taken
    },
    arrivedFor: async (recipient, count = 1) => {
      const found = () => state.taken.filter(({ recipients }) => recipients[0] === recipient)
      await minuteAtMost(() => found().length >= count)
      return found()
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

interface ServerState {
  readonly taken: TakenMail[]
  behaviour: Parameters<SmtpFixture['behave']>[0]
  connections: number
}

function createServer(state: ServerState): SMTPServer {
  return new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 10,
    onConnect(session, done) {
      state.connections += 1
      const { onConnect } = state.behaviour
      if (onConnect) onConnect.call(this, session, done)
      else done()
    },
    onMailFrom(address, session, done) {
      const { onMailFrom } = state.behaviour
      if (onMailFrom) onMailFrom.call(this, address, session, done)
      else done()
    },
    onRcptTo(address, session, done) {
      const { onRcptTo } = state.behaviour
      if (onRcptTo) onRcptTo.call(this, address, session, done)
      else done()
    },
    onData(stream, session, done) {
      const { onData } = state.behaviour
      if (onData) return onData.call(this, stream, session, done)
      readAll(stream).then(async (source) => {
        const recipients = session.envelope.rcptTo.map((one) => one.address)
        state.taken.push({ recipients, source, parsed: await simpleParser(source) })
        done()
      }, done)
    },
  })
}

/** Waits until the condition is true, for a minute at most. The caller then finds what is missing. */
async function minuteAtMost(isSo: () => boolean): Promise<void> {
  for (let tries = 0; !isSo() && tries < 3_000; tries += 1) await pause(20)
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, milliseconds))
}

async function readAll(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
