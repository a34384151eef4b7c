import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server that listens. `close` ends its open connections, too. */
export interface ListeningServer {
  readonly port: number
  close(): Promise<void>
}

/** Where a server listens; port 0 leaves the choice to the system. */
export interface Place {
  readonly host: string
  readonly port: number
}

/** Starts a server of `node:http` without the limits of `server.ts`, for trusted readers. Throws where the port is in use. */
export async function listen(server: Server, place: Place): Promise<ListeningServer> {
  const { port } = await bind(server, place)
  return {
    port,
    close: () => new Promise((resolve) => server.close(() => resolve()).closeAllConnections()),
  }
}

/** Lets a server listen, and returns where it does. Throws where the port is in use. */
export async function bind(server: Server, { host, port }: Place): Promise<AddressInfo> {
  await once(server.listen(port, host), 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server listens at no address')
  return address
}
