import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { bytesOf, getRequest, type HttpRequest } from './request.ts'
import { HttpResponse, readResponse } from './response.ts'

/** The connection ended before the response was complete. `none`: without a single byte. */
export class Unanswered extends Error {
  override readonly name = 'Unanswered'
  readonly received: 'none' | 'some'
  constructor(received: 'none' | 'some') {
    super(`The connection ended with ${received} of the response`)
    this.received = received
  }
}

/** A keep-alive connection with one request at a time. */
export interface Connection {
  readonly isOpen: boolean
  send(request: HttpRequest | Buffer): Promise<HttpResponse>
  close(): void
}

/** Connects to a port of this machine. */
export async function connectTo(port: number): Promise<Connection> {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true })
  // A connection that breaks is noticed by its end. An error without a listener would end the whole process.
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return connectionOn(socket, port)
}

/**
 * Connects to a service and sends one request, so that the next one reaches its route at once. A process that leaves answers one request
 * on each connection (RFC 9112 section 9.6), so there the connection is a new one.
 */
export async function openConnection(port: number): Promise<Connection> {
  const connection = await connectTo(port)
  await connection.send(getRequest('/api/health/'))
  if (connection.isOpen) return connection
  connection.close()
  return connectTo(port)
}

/** This many connections, to each of the ports in turn. */
export function openConnections(ports: readonly number[], count: number): Promise<Connection[]> {
  return Promise.all(portsInTurn(ports, count).map(openConnection))
}

function portsInTurn(ports: readonly number[], count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => ports[index % ports.length] ?? 0)
}

/** What came of a request: status 0 and why where the connection was refused or ended without a response. */
export function outcomeOf(sending: Promise<HttpResponse>): Promise<HttpResponse> {
  return sending.catch((error: unknown) => {
    const isBroken = error instanceof Unanswered || (error instanceof Error && 'code' in error)
    if (!isBroken) throw error
    return new HttpResponse('', error.message)
  })
}

/** Writes one request on each connection within one tick, and waits for what comes of each. */
export function sendTogether(
  connections: readonly Connection[],
  requests: readonly HttpRequest[],
): Promise<HttpResponse[]> {
  if (connections.length < requests.length) throw new Error('There are fewer connections than requests')
  return Promise.all(
    requests.map((request, index) => outcomeOf((connections[index] as Connection).send(request))),
  )
}

/** The same on new connections, to each of the ports in turn, which are then closed. */
export async function sendAtOnce(
  ports: readonly number[],
  requests: readonly HttpRequest[],
): Promise<HttpResponse[]> {
  const opening = portsInTurn(ports, requests.length).map((port) => openConnection(port))
  await Promise.allSettled(opening)
  const send = async (connection: Promise<Connection>, request: HttpRequest) =>
    (await connection).send(request)
  const responses = await Promise.all(
    opening.map((connection, index) => outcomeOf(send(connection, requests[index] as HttpRequest))),
  )
  for (const connection of opening)
    void connection.then(
      ({ close }) => close(),
      () => undefined,
    )
  return responses
}

/** Sends one request on a new connection. */
export async function sendOnce(port: number, request: HttpRequest): Promise<HttpResponse> {
  const connection = await openConnection(port)
  return connection.send(request).finally(() => connection.close())
}

function connectionOn(socket: Socket, port: number): Connection {
  let received: Buffer = Buffer.alloc(0)
  let waiting:
    | { since: number; resolve(response: HttpResponse): void; reject(error: unknown): void }
    | undefined
  let isOpen = true
  const read = () => {
    const found = readResponse(received)
    if (!found || !waiting) return
    received = received.subarray(found.length)
    if (/\r\nconnection: close\r\n/i.test(found.response.head)) isOpen = false
    found.response.milliseconds = performance.now() - waiting.since
    waiting.resolve(found.response)
    waiting = undefined
  }
  const fail = (error: unknown) => {
    isOpen = false
    waiting?.reject(error)
    waiting = undefined
  }
  socket.on('data', (bytes: Buffer) => {
    received = received.length === 0 ? bytes : Buffer.concat([received, bytes])
    try {
      read()
    } catch (error) {
      fail(error)
      socket.destroy()
    }
  })
  socket.on('end', () => {
    isOpen = false
  })
  socket.on('close', () => fail(new Unanswered(received.length === 0 ? 'none' : 'some')))
  return {
    get isOpen() {
      return isOpen
    },
    send: (request) =>
      new Promise((resolve, reject) => {
        if (socket.destroyed) return reject(new Unanswered('none'))
        waiting = { since: performance.now(), resolve, reject }
        socket.write('path' in request ? bytesOf(request, port) : request)
      }),
    close: () => socket.destroy(),
  }
}
