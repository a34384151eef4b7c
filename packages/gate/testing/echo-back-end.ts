import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** A request as the back end got it. */
export interface Arrived {
  readonly method: string
  readonly url: string
  /** Names and values alternate, as they came. */
  readonly rawHeaders: readonly string[]
  readonly bodyBytes: number
}

/** A back end that answers with what it got. */
export interface EchoBackEnd {
  readonly port: number
  readonly arrived: Arrived[]
  /** How many connections are open on which nothing was ever asked. */
  silent(): number
  /** Connections that stay open. */
  readonly open: Set<Duplex>
  /** The values of a header of the last request. CGI, WSGI and Rack would not tell these spellings apart. */
  valuesOf(header: string): readonly string[]
  close(): Promise<void>
}

/** Starts it on a free port, or again on the same one. */
export async function startEcho(port = 0): Promise<EchoBackEnd> {
  const arrived: Arrived[] = []
  const open = new Set<Duplex>()
  const server = createServer((req, res) => void answer(arrived, req, res).catch(() => res.destroy()))
  const connected = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    connected.add(socket)
    socket.once('close', () => connected.delete(socket))
  })
  server.on('upgrade', (req: IncomingMessage, socket: Duplex) => {
    arrived.push({ method: req.method ?? '', url: req.url ?? '', rawHeaders: req.rawHeaders, bodyBytes: 0 })
    open.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('end', () => socket.end())
    socket.on('close', () => open.delete(socket))
    if (req.url === '/no-websocket')
      return void socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 4\r\n\r\nnone')
    if (req.url === '/events')
      return void socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\ndata: first\n\n')
    socket.write(
      'HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-accept: x\r\n\r\nhello ',
    )
    socket.on('data', (words) => socket.write(words))
  })
  await once(server.listen(port, '127.0.0.1'), 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    ...{ arrived, open },
    silent: () => [...connected].filter(({ bytesRead }) => bytesRead === 0).length,
    valuesOf(header) {
      const raw = arrived.at(-1)?.rawHeaders ?? []
      const plain = (name = '') => name.toLowerCase().replace(/[^a-z0-9]/g, '_')
      return raw.flatMap((value, index) =>
        index % 2 === 1 && plain(raw[index - 1]) === plain(header) ? [value] : [],
      )
    },
    async close() {
      server.closeAllConnections()
      for (const socket of open) socket.destroy()
      await once(server.close(), 'close')
    },
  }
}

async function answer(arrived: Arrived[], req: IncomingMessage, res: ServerResponse): Promise<void> {
  const url = req.url ?? ''
  if (url.startsWith('/silent')) return
  const digest = createHash('sha256')
  let bodyBytes = 0
  for await (const chunk of req) {
    bodyBytes += (chunk as Buffer).length
    digest.update(chunk as Buffer)
  }
  arrived.push({ method: req.method ?? '', url, rawHeaders: req.rawHeaders, bodyBytes })
  await write(url, res, digest.digest('hex'))
}

async function write(url: string, res: ServerResponse, digest: string): Promise<void> {
  if (url.startsWith('/events')) {
    res.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    res.write('data: first\n\n')
    return
  }
  if (url.startsWith('/slow')) {
    const timer = setInterval(() => res.write('more\n'), 20)
    res.once('close', () => clearInterval(timer))
    return
  }
  if (url.startsWith('/half')) {
    res.writeHead(200, { 'content-length': '1000' })
    res.write('half')
    setImmediate(() => res.destroy())
    return
  }
  if (url.startsWith('/own-401'))
    return void res.writeHead(401, { 'www-authenticate': 'Basic' }).end('back end')
  if (url.startsWith('/own-503')) return void res.writeHead(503, { 'retry-after': '77' }).end('back end')
  res.setHeaders(new Headers(OWN[url.split('/').at(-1) ?? '']))
  if (url.startsWith('/large')) return void res.end(Buffer.alloc(3_000_000, 'x'))
  if (url.startsWith('/nameless-cookie'))
    res.setHeader('set-cookie', [
      'own=1; Path=/',
      '=__Host-portico=stolen; Path=/; Secure',
      ' = __Host-portico-login-x=1',
    ])
  if (url.startsWith('/cookies')) {
    res.setHeader('set-cookie', [
      'own=1; Path=/',
      '__Host-portico=stolen; Path=/; Secure',
      '__host-PORTICO-login-x=1',
    ])
    res.setHeader('connection', 'x-hop')
    res.setHeader('x-hop', 'of this connection')
  }
  res.setHeader('content-type', 'text/plain')
  res.end(digest)
}

/** What the back end itself says, by the end of the path. */
const OWN: Readonly<Record<string, Record<string, string>>> = {
  'own-cache': { 'cache-control': 'private, max-age=60' },
  'own-vary': { vary: 'Accept' },
  'own-credentials': { 'access-control-allow-credentials': 'true' },
  'own-cors': {
    'access-control-allow-origin': 'https://other.example',
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': 'X-Own',
  },
}
