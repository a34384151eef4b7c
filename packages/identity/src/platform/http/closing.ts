import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** How often connections are looked at while the server closes. */
const SWEEP_MILLISECONDS = 50

/** A request that is not whole after this long would be refused as too slow while the server runs, too. */
const MOST_MILLISECONDS = 10_000

const ending = new WeakSet<Server>()

/** Whether closing has begun: then every answer says that it is the last on its connection (RFC 9112 section 9.6). */
export function isEnding(server: Server): boolean {
  return ending.has(server)
}

/**
 * Lets a server come to its end. `close` of Node ends the connections that are idle at that moment and waits for all
 * others, however long they stay open: one that falls idle a moment later, one on which nothing was ever asked (browsers
 * open them ahead), one with half a request. Whatever was asked whole is answered first. Returns what to do when closing
 * begins.
 */
export function endLingering(server: Server, mostMilliseconds = MOST_MILLISECONDS): () => void {
  const connections = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  return () => {
    ending.add(server)
    if (!server.listening) return
    const sweep = setInterval(() => {
      server.closeIdleConnections()
      for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
    }, SWEEP_MILLISECONDS)
    const last = setTimeout(() => server.closeAllConnections(), mostMilliseconds)
    server.once('close', () => {
      clearInterval(sweep)
      clearTimeout(last)
    })
  }
}
