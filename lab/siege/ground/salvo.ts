import { connect, type Socket } from 'node:net'

/** A request that is ready to be written. */
export interface Shot {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** What came back. */
export interface Hit {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly milliseconds: number
}

/** The connection ended before the answer was there. `none`: not one byte of it. */
export class Unanswered extends Error {
  override readonly name = 'Unanswered'
  readonly received: 'none' | 'some'
  constructor(received: 'none' | 'some') {
    super(`The connection ended with ${received} of the answer`)
    this.received = received
  }
}

/** One keep-alive connection, with one request on it at a time. */
export interface Wire {
  readonly port: number
  readonly isOpen: boolean
  fire(bytes: Buffer): Promise<Hit>
  close(): void
}

/** Turns a request into the bytes that go out. */
export function loaded({ method, path, headers, body = '' }: Shot): Buffer {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'host: localhost',
    `content-length: ${Buffer.byteLength(body)}`,
  ]
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`)
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`)
}

/** A form, as a program or a browser sends it. */
export function form(
  path: string,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Shot {
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  return {
    method: 'POST',
    path,
    headers: { ...type, ...headers },
    body: new URLSearchParams(fields).toString(),
  }
}

/** A JSON body. */
export function jsonShot(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Shot {
  return {
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  }
}

const KNOCK = loaded({ method: 'GET', path: '/api/health/', headers: {} })

/** Opens a connection that has carried one request already, so that nothing stands between a shot and its target. */
export async function openWire(port: number): Promise<Wire> {
  const socket = await connected(port)
  const wire = wireOn(socket, port)
  await wire.fire(KNOCK)
  return wire
}

/** So many connections, by turns to each of the ports. */
export function openWires(ports: readonly number[], count: number): Promise<Wire[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => openWire(ports[index % ports.length] ?? 0)))
}

/** Writes one request on each connection within one tick, and waits for every answer. */
export function salvo(wires: readonly Wire[], shots: readonly Shot[]): Promise<Hit[]> {
  const bytes = shots.map(loaded)
  const answers = bytes.map((each, index) => (wires[index] ?? missing()).fire(each))
  return Promise.all(answers)
}

function missing(): never {
  throw new Error('There are fewer connections than requests')
}

function connected(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    socket.setNoDelay(true)
    socket.once('connect', () => resolve(socket))
    socket.once('error', reject)
  })
}

function wireOn(socket: Socket, port: number): Wire {
  let received = Buffer.alloc(0)
  let waiting: { since: number; resolve(hit: Hit): void; reject(error: Error): void } | undefined
  let isOpen = true
  socket.on('data', (bytes) => {
    received = Buffer.concat([received, bytes])
    const answer = readAnswer(received)
    if (!answer || !waiting) return
    received = received.subarray(answer.length)
    if (answer.hit.headers['connection'] === 'close') isOpen = false
    waiting.resolve({ ...answer.hit, milliseconds: performance.now() - waiting.since })
    waiting = undefined
  })
  socket.on('error', () => undefined)
  socket.on('end', () => {
    isOpen = false
  })
  socket.on('close', () => {
    isOpen = false
    waiting?.reject(new Unanswered(received.length === 0 ? 'none' : 'some'))
    waiting = undefined
  })
  return {
    port,
    get isOpen() {
      return isOpen
    },
    fire: (bytes) =>
      new Promise((resolve, reject) => {
        if (socket.destroyed) return reject(new Unanswered('none'))
        waiting = { since: performance.now(), resolve, reject }
        socket.write(bytes)
      }),
    close: () => socket.destroy(),
  }
}

/** Reads one answer off the front of what was received, or nothing while it is not whole. */
export function readAnswer(
  received: Buffer,
): { readonly hit: Omit<Hit, 'milliseconds'>; readonly length: number } | undefined {
  const end = received.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [first = '', ...lines] = received.subarray(0, end).toString('latin1').split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf(':')
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()]
    }),
  )
  if (headers['transfer-encoding'] !== undefined) throw new Error('The siege reads no chunked answers')
  const length = end + 4 + Number(headers['content-length'] ?? 0)
  if (received.length < length) return undefined
  const body = received.subarray(end + 4, length).toString('utf8')
  return { hit: { status: Number(first.split(' ')[1]), headers, body }, length }
}
