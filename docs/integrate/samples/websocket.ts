import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ProgramSso } from '@portico/program'
import { citizenOfUpgrade } from '@portico/program/node'

/** A WebSocket library, such as `new WebSocketServer({ noServer: true })` of the package ws. */
interface Library {
  handleUpgrade(req: IncomingMessage, socket: Duplex, head: Buffer, opened: (one: Connection) => void): void
}
interface Connection {
  send(text: string): void
  close(code: number, reason: string): void
}

/** Opens WebSockets for citizens, and closes them when the session ends. */
export function serveFeed(server: Server, sso: ProgramSso<{ id: string }>, library: Library): void {
  const open = async (req: IncomingMessage, socket: Duplex, head: Buffer) => {
    const citizen = await citizenOfUpgrade(sso, req, socket)
    if (!citizen) return
    library.handleUpgrade(req, socket, head, (connection) => {
      citizen.ended.addEventListener('abort', () => connection.close(4401, citizen.ended.reason.code))
      connection.send(`Hello ${citizen.accountId}`)
    })
  }
  server.on('upgrade', (...asked) => void open(...asked).catch(() => asked[1].destroy()))
}
