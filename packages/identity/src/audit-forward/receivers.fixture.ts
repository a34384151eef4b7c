import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { createServer as createTlsServer } from 'node:tls'
import type { TestCertificate } from '../mail/certificate.fixture.ts'

/** A delivery that came over HTTP. */
export interface Posted {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** Answers a delivery. */
export type Answering = (response: ServerResponse) => void

/** A receiver over HTTP on this machine. */
export interface HttpReceiver {
  readonly url: string
  readonly posted: Posted[]
  /** The names or ids of what came, in order. */
  lines(): readonly Record<string, unknown>[]
  behave(answering: Answering): void
  close(): Promise<void>
}

const accept: Answering = (response) => void response.writeHead(204).end()

/** Starts a receiver that accepts every delivery. */
export async function startHttpReceiver(): Promise<HttpReceiver> {
  const posted: Posted[] = []
  let answering = accept
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    posted.push({ headers: request.headers, body: await text(request) })
    answering(response)
  }
  const server = createServer((request, response) => void take(request, response))
  const port = await listening(server)
  return {
    url: `http://127.0.0.1:${port}/audit?key=secret-path`,
    posted,
    lines: () =>
      posted.flatMap(({ body }) =>
        body
          .trimEnd()
          .split('\n')
          .map((line): Record<string, unknown> => JSON.parse(line)),
      ),
    behave: (next) => (answering = next),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A server of syslog on this machine. */
export interface SyslogReceiver {
  readonly port: number
  /** The messages of connections that were read to their end. */
  readonly messages: string[]
  readonly connections: () => number
  /** What it does with a new connection instead of reading it. */
  behave(connected: ((socket: Socket) => void) | undefined): void
  close(): Promise<void>
}

/** Starts a server of syslog over TCP, or over TLS with this certificate. */
export async function startSyslogReceiver(certificate?: TestCertificate): Promise<SyslogReceiver> {
  const messages: string[] = []
  const sockets = new Set<Socket>()
  let count = 0
  let behaving: ((socket: Socket) => void) | undefined
  const connected = (socket: Socket) => {
    count += 1
    sockets.add(socket)
    socket.on('error', () => undefined)
    if (behaving) return behaving(socket)
    const parts: Buffer[] = []
    socket.on('data', (part: Buffer) => parts.push(part))
    socket.on('end', () => void messages.push(...framesIn(Buffer.concat(parts))))
  }
  const server = certificate
    ? createTlsServer(certificate, connected)
    : createTcpServer({ allowHalfOpen: false }, connected)
  server.on('tlsClientError', () => undefined)
  const port = await listening(server)
  return {
    port,
    messages,
    connections: () => count,
    behave: (next) => (behaving = next),
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The messages of frames that say their length in octets (RFC 6587 section 3.4.1). */
function framesIn(all: Buffer): readonly string[] {
  const messages: string[] = []
  for (let rest = all; rest.length > 0; ) {
    const space = rest.indexOf(' ')
    const length = Number(rest.subarray(0, space).toString())
    messages.push(rest.subarray(space + 1, space + 1 + length).toString())
    rest = rest.subarray(space + 1 + length)
  }
  return messages
}

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address() as AddressInfo
  return address.port
}
