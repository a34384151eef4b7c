import { once } from 'node:events'
import type { Server } from 'node:net'

/** Makes a server listen on a free port of this machine. Returns the port. */
export async function listenOn(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port was given')
  return address.port
}
