import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type FakeIdentity, fakeIdentity } from '@portico/program/testing'

/** The fake identity service of the test kit on a port, for programs in another process. */
export interface ServedIdentity {
  readonly identity: FakeIdentity
  close(): Promise<void>
}

/** Starts the fake. Where it throws, the connection is closed. */
export async function serveIdentity(): Promise<ServedIdentity> {
  const server = createServer((req, res) => void pass(identity, req, res).catch(() => req.socket.destroy()))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const identity = fakeIdentity({ baseUrl: `http://127.0.0.1:${port}` })
  return {
    identity,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => void server.close(resolve))
    },
  }
}

async function pass(identity: FakeIdentity, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const chunks: Uint8Array[] = []
  for await (const chunk of req) chunks.push(chunk)
  const { authorization = '', 'content-type': type = '', 'idempotency-key': key } = req.headers
  const answer = await identity.fetch(`${identity.baseUrl}${req.url}`, {
    method: req.method ?? 'GET',
    headers: { authorization, 'content-type': type, ...(key && { 'idempotency-key': String(key) }) },
    ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
  })
  res.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' })
  res.end(await answer.text())
}
