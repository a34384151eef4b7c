import type { Server } from 'node:http'

/** A server that listens. `close` ends its open connections, too. */
export interface ListeningServer {
  readonly port: number
  close(): Promise<void>
}

/** Starts a server of `node:http` without the limits of `server.ts`, for trusted readers. Throws where the port is in use. */
export async function listen(
  server: Server,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<ListeningServer> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const bound = server.address()
  return {
    port: typeof bound === 'object' && bound !== null ? bound.port : port,
    close: () => new Promise((resolve) => server.close(() => resolve()).closeAllConnections()),
  }
}
