import type { Server } from './address.ts'
import type { Connection } from './connection.ts'
import { isOutage, unavailable } from './outage.ts'
import { type Attempt, serverChoice } from './server-choice.ts'

/** Opens a connection to one server. */
type Open = (server: Server) => Promise<Connection>

/** A server that has not answered for so long does not keep the next one waiting, nor those that have refused. */
const HEAD_START_MILLISECONDS = 250

const CLOSE_MILLISECONDS = 2_000

/**
 * Returns a function that connects to one of several servers. It tries one after the other, and the next one also while the one
 * before is silent, because a frozen server takes connections and says nothing. While one is silent, those that refused are asked
 * again, because a standby may be promoted meanwhile. The first that succeeds is used.
 *
 * Where no other connection is open, the server may have changed. Then `look` sees the other servers, too, because one that
 * was promoted meanwhile may be among them.
 */
export function anyServer(
  servers: readonly Server[],
  open: Open,
  look: (others: readonly Server[]) => unknown,
): () => Promise<Connection> {
  const choose = serverChoice(servers)
  let living = 0
  const use = ({ connection, attempt }: Success): Connection => {
    attempt.succeeded()
    if (living === 0) void look(servers.filter((server) => server !== attempt.server))
    living += 1
    connection.onLoss(() => {
      living -= 1
      attempt.ended()
    })
    return connection
  }
  const hosts = servers.map(({ host }) => host).join(', ')
  return async () => {
    const tried = new Set<Server>()
    const next = () => {
      const attempt = choose(tried)
      if (attempt) tried.add(attempt.server)
      return attempt
    }
    const askAgain = ({ server }: Attempt) => void tried.delete(server)
    const nobody = () => unavailable(new Error(`none of ${hosts} takes connections`))
    return use(await firstSuccess({ next, askAgain, nobody }, open))
  }
}

/**
 * Lets the fence see these servers. Where one of them is newer than the server in use, the fence breaks the connections to
 * that one. A server that cannot be reached, and a replica, say nothing.
 */
export async function lookAt(servers: readonly Server[], open: Open): Promise<void> {
  await Promise.allSettled(servers.map(async (server) => void (await open(server)).close(CLOSE_MILLISECONDS)))
}

interface Success {
  readonly attempt: Attempt
  readonly connection: Connection
}

/** The servers to try. */
interface Candidates {
  next(): Attempt | undefined
  /** Lets `next` return the server once more. */
  askAgain(failed: Attempt): void
  /** The failure where there was none to try. */
  nobody(): unknown
}

/** Rejects with the last failure, or at once with one that is no outage. */
function firstSuccess({ next, askAgain, nobody }: Candidates, open: Open): Promise<Success> {
  const { promise, resolve, reject } = Promise.withResolvers<Success>()
  let failure = nobody
  let running = 0
  let isOver = false
  let timer: NodeJS.Timeout | undefined
  const begin = (): void => {
    clearTimeout(timer)
    const attempt = isOver ? undefined : next()
    if (!attempt && running === 0) return reject(failure())
    if (isOver) return
    timer = setTimeout(begin, HEAD_START_MILLISECONDS)
    if (!attempt) return
    running += 1
    open(attempt.server).then(
      (connection) => {
        running -= 1
        clearTimeout(timer)
        if (isOver) void connection.close(CLOSE_MILLISECONDS)
        isOver = true
        resolve({ attempt, connection })
      },
      (error: unknown) => {
        running -= 1
        attempt.ended()
        if (running > 0) askAgain(attempt)
        failure = () => error
        isOver ||= !isOutage(error)
        if (isOver) reject(error)
        else begin()
      },
    )
  }
  begin()
  return promise
}
