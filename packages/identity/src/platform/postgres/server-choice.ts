import type { Server } from './address.ts'

/** If a connection is lost sooner than this, its server counts as failed: it is stopping or still starting. */
const LASTING_MILLISECONDS = 1_000

/** A failed server is not tried again for this long: a standby may be promoted at any moment. */
const SPARED_MILLISECONDS = 250

/** One attempt to connect to a server. */
export interface Attempt {
  readonly server: Server
  /** The server accepted the connection. From now on it is the first one to be tried. */
  succeeded(): void
  /** The connection could not be opened, or is lost. */
  ended(): void
}

/**
 * Chooses one of several servers for each new connection: the one that accepted the last connection, or else the first one
 * without a recent failure. There is none if all have failed, or were tried already.
 * @param now monotonic time, in milliseconds
 */
export function serverChoice(
  servers: readonly Server[],
  now = () => performance.now(),
): (tried?: ReadonlySet<Server>) => Attempt | undefined {
  const sparedUntil = new Map<Server, number>()
  const isSpared = (server: Server) => (sparedUntil.get(server) ?? 0) > now()
  let proven: Server | undefined

  return (tried) => {
    const server = [...(proven ? [proven] : []), ...servers].find(
      (each) => !isSpared(each) && !tried?.has(each),
    )
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
