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

/** Values that a session begins with: its `database`, and settings. A test may change them for the sessions that come. */
type Startup = Record<string, string>

/** Puts a proxy that the test can cut between a service and its database. Sessions begin with these values in place of their own. */
export async function flakyDatabase(database: TestDatabase, startup: Startup = {}): Promise<FlakyDatabase> {
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
      const changed = from === near ? beginner(startup) : (bytes: Buffer) => bytes
      from.on('data', (bytes) => void (isSilent || (isDeaf && from === far) || to.write(changed(bytes))))
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

/** Changes the first message that passes. */
function beginner(startup: Startup): (bytes: Buffer) => Buffer {
  let isFirst = true
  return (bytes) => {
    const sent = isFirst ? begunWith(bytes, startup) : bytes
    isFirst = false
    return sent
  }
}

/** The first message of a session with other values (PostgreSQL's manual, "Message Formats", StartupMessage). It is in one piece. */
function begunWith(message: Buffer, startup: Startup): Buffer {
  if (Object.keys(startup).length === 0) return message
  const words = message.toString('utf8', 8).split('\0')
  const values = new Map<string, string>()
  for (let at = 0; words[at]; at += 2) values.set(words[at] ?? '', words[at + 1] ?? '')
  for (const [name, value] of Object.entries(startup)) values.set(name, value)
  const text = [...[...values].flat(), '', ''].join('\0')
  const made = Buffer.from(`${' '.repeat(8)}${text}`)
  made.writeInt32BE(made.length)
  message.copy(made, 4, 4, 8)
  return made
}
