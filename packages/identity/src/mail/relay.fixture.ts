import { createServer, type Server, type Socket } from 'node:net'
import { createSecureContext, TLSSocket } from 'node:tls'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import type { TestCertificate } from './certificate.fixture.ts'

/** An address of this machine that is no loopback address, so that it counts as another machine. */
export const REMOTE_ADDRESS = '0.0.0.0'

/** A mail server on all addresses, and what it received. */
export interface TestRelay {
  /** `host:port`, as another machine. */
  readonly place: string
  readonly port: number
  /** The source of each accepted message. */
  readonly taken: string[]
  /** For each connection with a message or a login: whether it was encrypted. */
  readonly encrypted: boolean[]
  stop(): Promise<void>
}

/** Starts a mail server with these options, on a given or a free port. */
export async function startRelay(options: SMTPServerOptions, port = 0): Promise<TestRelay> {
  const taken: string[] = []
  const encrypted: boolean[] = []
  const server = new SMTPServer({
    authOptional: true,
    closeTimeout: 10,
    onAuth: (_auth, session, done) => {
      encrypted.push(session.secure)
      done(null, { user: 'x' })
    },
    onData: (stream, session, done) => {
      encrypted.push(session.secure)
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => void chunks.push(chunk))
      stream.on('end', () => {
        taken.push(Buffer.concat(chunks).toString())
        done()
      })
    },
    ...options,
  })
  server.on('error', () => undefined)
  const actual = await listen(server, port)
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()))
  return { place: `${REMOTE_ADDRESS}:${actual}`, port: actual, taken, encrypted, stop }
}

/** A mail server behind an attacker, with every received line, in clear and encrypted. */
export interface TamperedRelay {
  readonly place: string
  readonly heardInClear: string[]
  readonly heardEncrypted: string[]
  stop(): Promise<void>
}

/** The exact answers to `EHLO` and `STARTTLS` in clear. TLS begins only after a 220 to STARTTLS. */
export interface Tampering {
  readonly ehlo: string
  readonly startTls: string
  readonly certificate: TestCertificate
}

/** Starts a mail server with the attacker's answers in clear, and its own answers over TLS. */
export async function startTamperedRelay(tampering: Tampering): Promise<TamperedRelay> {
  const heardInClear: string[] = []
  const heardEncrypted: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined))
    socket.write('220 relay\r\n')
    const stopHearing = hearLines(socket, (line) => {
      heardInClear.push(line)
      if (line !== 'STARTTLS') return void socket.write(/^EHLO/.test(line) ? tampering.ehlo : '250 ok\r\n')
      socket.write(tampering.startTls)
      if (!tampering.startTls.startsWith('2')) return
      stopHearing()
      if (!tampering.startTls.startsWith('220')) return endAfterHandshake(socket, heardInClear)
      takeMailEncrypted(socket, tampering.certificate, heardEncrypted)
    })
  })
  const port = await listen(server, 0)
  return {
    place: `${REMOTE_ADDRESS}:${port}`,
    heardInClear,
    heardEncrypted,
    stop: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise<void>((resolve) => void server.close(() => resolve()))
    },
  }
}

/** Ends the connection at the first bytes, and keeps them when they are no TLS handshake (RFC 8446 section 5.1). */
function endAfterHandshake(socket: Socket, heard: string[]): void {
  socket.once('data', (chunk: Buffer) => {
    if (chunk[0] !== 0x16) heard.push(chunk.toString('latin1'))
    socket.destroy()
  })
}

function takeMailEncrypted(socket: Socket, certificate: TestCertificate, heard: string[]): void {
  const secure = new TLSSocket(socket, { isServer: true, secureContext: createSecureContext(certificate) })
  secure.on('error', () => undefined)
  let inData = false
  hearLines(secure, (line) => {
    if (inData && line !== '.') return
    heard.push(line)
    inData = line === 'DATA'
    secure.write(inData ? '354 go on\r\n' : '250 ok\r\n')
  })
}

function hearLines(socket: Socket, onLine: (line: string) => void): () => void {
  let rest = ''
  const hear = (chunk: Buffer) => {
    const lines = (rest + chunk.toString('latin1')).split('\r\n')
    rest = lines.pop() ?? ''
    for (const line of lines) onLine(line)
  }
  socket.on('data', hear)
  return () => void socket.off('data', hear)
}

async function listen(server: Pick<Server, 'listen'> | SMTPServer, port: number): Promise<number> {
  await new Promise<void>((resolve) => void server.listen(port, REMOTE_ADDRESS, () => resolve()))
  const bound = server instanceof SMTPServer ? server.server.address() : (server as Server).address()
  return typeof bound === 'object' && bound ? bound.port : 0
}
