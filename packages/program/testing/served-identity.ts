import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type FakeIdentity, fakeIdentity } from '../src/testing/index.ts'

/** A response that is held back until the test releases it. */
export interface HeldResponse {
  /** Resolves when the request has arrived and its response is made. */
  readonly arrived: Promise<void>
  /** Sends the response, or another one in its place. */
  release(instead?: Response): void
}

/** The fake identity service on a port, for programs in other processes. */
export interface ServedIdentity {
  readonly identity: FakeIdentity
  /** Holds the next response of a path back. */
  holdNext(path: string): HeldResponse
  /** How often a path was requested. */
  asked(path: string): number
  close(): Promise<void>
}

interface Hold extends HeldResponse {
  readonly path: string
  arrive(): void
  readonly released: Promise<Response | undefined>
}

/** Starts it. Where the fake throws, the connection is closed. */
export async function serveIdentity(host = '127.0.0.1'): Promise<ServedIdentity> {
  const holds: Hold[] = []
  const server = createServer(
    (req, res) => void pass(identity, holds, { req, res }).catch(() => req.socket.destroy()),
  )
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const identity = fakeIdentity({ baseUrl: `http://${host}:${port}` })
  return {
    identity,
    holdNext(path) {
      const hold = newHold(path)
      holds.push(hold)
      return hold
    },
    asked: (path) => identity.log.filter((line) => line.path === path).length,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => void server.close(resolve))
    },
  }
}

function newHold(path: string): Hold {
  const arrived = Promise.withResolvers<void>()
  const released = Promise.withResolvers<Response | undefined>()
  return {
    path,
    arrived: arrived.promise,
    arrive: arrived.resolve,
    released: released.promise,
    release: (instead) => released.resolve(instead),
  }
}

async function pass(
  identity: FakeIdentity,
  holds: Hold[],
  { req, res }: { req: IncomingMessage; res: ServerResponse },
): Promise<void> {
  const chunks: Uint8Array[] = []
  for await (const chunk of req) chunks.push(chunk)
  const headers = Object.entries(req.headers).flatMap(([name, value]) =>
    typeof value === 'string' && name !== 'connection' ? [[name, value] as [string, string]] : [],
  )
  const genuine = await identity.fetch(`${identity.baseUrl}${req.url}`, {
    method: req.method ?? 'GET',
    headers,
    ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
  })
  const response = (await heldBack(holds, req.url)) ?? genuine
  res.writeHead(response.status, { 'content-type': response.headers.get('content-type') ?? 'text/plain' })
  res.end(await response.text())
}

async function heldBack(holds: Hold[], path: string | undefined): Promise<Response | undefined> {
  const index = holds.findIndex((hold) => hold.path === path)
  const [hold] = index < 0 ? [] : holds.splice(index, 1)
  hold?.arrive()
  return hold?.released
}
