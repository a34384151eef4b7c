import { Socket } from 'node:net'
import { Duplex } from 'node:stream'

/** Where a client of the driver may connect to: a port for each host. */
export interface Servers {
  readonly host: readonly string[]
  readonly port: readonly number[]
}

/** The `code` of an error that says that no server is left to ask. */
export const NO_SERVER = 'NO_SERVER'

/** A connection that is over sooner was not worth making: a server that is away, a replica, one that is only starting. */
const LASTING_MILLISECONDS = 1_000

/** Such a server is left alone for this long. */
const SPARED_MILLISECONDS = 1_000

/**
 * Makes sockets to one of several servers: the one that a lasting connection was made to, or else the first named that is
 * not left alone. When all are, the socket fails with NO_SERVER, so that whoever asks is told at once.
 * @param now monotonic time, in milliseconds
 */
export function serverChoice({ host, port }: Servers, now = () => performance.now()): () => Socket | Duplex {
  const sparedUntil = new Map<number, number>()
  const isSpared = (index: number) => (sparedUntil.get(index) ?? 0) > now()
  let proven = 0

  return () => {
    const index = [proven, ...host.keys()].find((each) => !isSpared(each))
    if (index === undefined) return failingSocket(host)
    const begunAt = now()
    const socket = new ServerSocket(host[index] ?? '', port[index] ?? 0, (wasAnswered) => {
      if (wasAnswered && now() - begunAt >= LASTING_MILLISECONDS) proven = index
      else sparedUntil.set(index, now() + SPARED_MILLISECONDS)
    })
    return socket.connect(socket.port, socket.host)
  }
}

/** The driver hears of failures by events alone. It takes what it writes first for sent when the socket fails. */
function failingSocket(host: readonly string[]): Duplex {
  const socket = new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() })
  const error = Object.assign(new Error(`none of ${host.join(', ')} takes connections`), { code: NO_SERVER })
  setImmediate(() => setImmediate(() => socket.destroy(error)))
  return socket
}

/**
 * Says when it ends, but not by an event: the driver takes every listener off when it puts TLS around a socket. It reads
 * from it where it leads to, for the name in the certificate and for its errors.
 */
class ServerSocket extends Socket {
  readonly host: string
  readonly port: number
  readonly #onEnd: (wasAnswered: boolean) => void

  constructor(host: string, port: number, onEnd: (wasAnswered: boolean) => void) {
    super()
    this.host = host
    this.port = port
    this.#onEnd = onEnd
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#onEnd(this.bytesRead > 0)
    super._destroy(error, callback)
  }
}
