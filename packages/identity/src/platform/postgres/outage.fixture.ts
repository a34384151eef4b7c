import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestDatabase } from '../../../testing/database.ts'

/** A database whose connections a test can cut and restore, for one service. */
export interface FlakyDatabase {
  readonly database: TestDatabase
  /** Every connection breaks, and none can be opened. */
  cutOff(): Promise<void>
  /** Connections stay open, but no byte is forwarded. */
  fallSilent(): void
  /** Statements arrive, but no answer comes back. */
  swallowAnswers(): void
  comeBack(): Promise<void>
  close(): Promise<void>
}

/** Puts a proxy that the test can cut between a service and its database. */
export async function flakyDatabase(database: TestDatabase): Promise<FlakyDatabase> {
  const { address } = database
  const socketDir = await mkdtemp(join(tmpdir(), 'portico-line-'))
  const file = `.s.PGSQL.${address.port}`
  const isFolder = address.socketDir.startsWith('/')
  const sockets = new Set<Socket>()
  let server: Server | undefined
  let isSilent = false
  let isDeaf = false

  const passOn = (near: Socket) => {
    const far = isFolder ? connect(join(address.socketDir, file)) : connect(address.port, address.socketDir)
    for (const [from, to] of [[near, far] as const, [far, near] as const]) {
      sockets.add(from)
      from.on('data', (bytes) => void (isSilent || (isDeaf && from === far) || to.write(bytes)))
      from.on('error', () => undefined)
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  }
  const comeBack = async () => {
    isSilent = false
    isDeaf = false
    for (const socket of sockets) socket.destroy()
    if (server) return
    const opened = createServer(passOn)
    server = opened
    await new Promise<void>((resolve) => opened.listen(join(socketDir, file), resolve))
  }
  const cutOff = async () => {
    const closing = server
    server = undefined
    for (const socket of sockets) socket.destroy()
    if (closing) await new Promise<void>((resolve) => closing.close(() => resolve()))
  }
  await comeBack()
  return {
    database: { ...database, address: { ...address, socketDir } },
    cutOff,
    fallSilent: () => void (isSilent = true),
    swallowAnswers: () => void (isDeaf = true),
    comeBack,
    async close() {
      await cutOff()
      await rm(socketDir, { recursive: true, force: true })
    },
  }
}
