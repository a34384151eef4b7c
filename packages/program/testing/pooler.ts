import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'

/** A pooler before the test server, as far as a driver can tell: it names a process of its own (BackendKeyData). */
export interface Pooler {
  /** The folder of its socket. */
  readonly host: string
  readonly port: number
  close(): Promise<void>
}

/** Starts it; what is said after the beginning of a connection goes through unread. */
export async function startPooler(): Promise<Pooler> {
  const { socketDir, port } = inject('testServer')
  const folder = await mkdtemp(join(tmpdir(), 'pooler-'))
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const backend = connect(join(socketDir, `.s.PGSQL.${port}`))
    for (const socket of [client, backend]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => void [client, backend].map((one) => one.destroy()))
    }
    client.pipe(backend)
    renamed(backend, client)
  })
  await new Promise<void>((resolve) => void server.listen(join(folder, `.s.PGSQL.${port}`), resolve))
  return {
    ...{ host: folder, port },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => void server.close(resolve))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Passes messages on, with another process in the first BackendKeyData ('K', length, process, secret). */
function renamed(backend: Socket, client: Socket): void {
  let read: Buffer = Buffer.alloc(0)
  const look = (chunk: Buffer) => {
    read = Buffer.concat([read, chunk])
    while (read.length >= 5 && read.length > read.readUInt32BE(1)) {
      const message = read.subarray(0, 1 + read.readUInt32BE(1))
      read = read.subarray(message.length)
      const isKey = message.toString('latin1', 0, 1) === 'K'
      if (isKey) message.writeUInt32BE(message.readUInt32BE(5) + 1, 5)
      client.write(message)
      if (!isKey) continue
      backend.off('data', look)
      client.write(read)
      backend.pipe(client)
      return
    }
  }
  backend.on('data', look)
}
