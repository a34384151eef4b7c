import type { Server } from './address.ts'

/** A connection that is lost sooner was not worth making: its server is shutting down, or only starting. */
const LASTING_MILLISECONDS = 1_000

/** A server that failed is not asked again for this long. */
const SPARED_MILLISECONDS = 1_000

/** One attempt to connect to a server. */
export interface Attempt {
  readonly server: Server
  /** The server took the connection, so it is the first one to be asked from now on. */
  succeeded(): void
  /** No connection was made, or the one that was made is lost. */
  ended(): void
}

/**
 * Chooses one of several servers for each new connection: the one that took a connection last, or else the first named
 * that has not failed just now. There is none when all have.
 * @param now monotonic time, in milliseconds
 */
export function serverChoice(
  servers: readonly Server[],
  now = () => performance.now(),
): () => Attempt | undefined {
  const sparedUntil = new Map<Server, number>()
  const isSpared = (server: Server) => (sparedUntil.get(server) ?? 0) > now()
  let proven: Server | undefined

  return () => {
    const server = [...(proven ? [proven] : []), ...servers].find((each) => !isSpared(each))
    if (!server) return undefined
    let connectedAt = Infinity
    return {
      server,
      succeeded: () => {
        connectedAt = now()
        proven = server
      },
      ended: () => {
        if (now() - connectedAt < LASTING_MILLISECONDS || connectedAt === Infinity)
          sparedUntil.set(server, now() + SPARED_MILLISECONDS)
      },
    }
  }
}
