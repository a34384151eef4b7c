import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** How often the closing server checks its connections. */
const SWEEP_MILLISECONDS = 50

/** The running server refuses a request as too slow after the same time. */
const MOST_MILLISECONDS = 10_000

const ending = new WeakSet<Server>()

/** Whether the server is closing. Each answer then says that it is the last on its connection (RFC 9112 section 9.6). */
export function isEnding(server: Server): boolean {
  return ending.has(server)
}

/**
 * Ends the connections of a closing server. Node's `close` ends those that are idle at that moment, and waits for all others
 * however long they stay open: one that becomes idle a moment later, one without any request (browsers open them ahead), one
 * with half a request. Complete requests get their answer first. Returns the function to call when closing begins.
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
