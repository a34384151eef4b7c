import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'

/** A pooler in front of the test server. As a real one, it reports a process id of its own (BackendKeyData). */
export interface Pooler {
  /** The folder of its Unix socket. */
  readonly host: string
  readonly port: number
  close(): Promise<void>
}

/** Starts it. After the start of a connection, it passes all messages on without reading them. */
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
    passOnWithOtherProcessId(backend, client)
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

/** Passes messages on, and changes the process id in the first BackendKeyData ('K', length, process id, secret key). */
function passOnWithOtherProcessId(backend: Socket, client: Socket): void {
  let received: Buffer = Buffer.alloc(0)
  const read = (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
    while (received.length >= 5 && received.length > received.readUInt32BE(1)) {
      const message = received.subarray(0, 1 + received.readUInt32BE(1))
      received = received.subarray(message.length)
      const isKey = message.toString('latin1', 0, 1) === 'K'
      if (isKey) message.writeUInt32BE(message.readUInt32BE(5) + 1, 5)
      client.write(message)
      if (!isKey) continue
      backend.off('data', read)
      client.write(received)
      backend.pipe(client)
      return
    }
  }
  backend.on('data', read)
}
