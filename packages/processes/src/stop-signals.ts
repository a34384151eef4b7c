/** When a service that does not stop by itself is ended. */
export const SHUTDOWN_MILLISECONDS = 20_000

/** A signal may come twice at once, to the process group and from the launcher. A person needs longer for a second one. */
const ONE_WISH_MILLISECONDS = 300

/** How a process is told to stop. */
export interface StopSignals {
  /** Aborted by the first signal. */
  readonly stopping: AbortSignal
  readonly told: Promise<NodeJS.Signals>
}

/** Calls `onStop` at the first SIGINT or SIGTERM. A later wish ends the process at once. */
export function onShutdownSignal(onStop: (signal: NodeJS.Signals) => void): void {
  let toldAt: number | undefined
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (toldAt !== undefined && performance.now() - toldAt > ONE_WISH_MILLISECONDS) process.exit(1)
      if (toldAt === undefined) onStop(signal)
      toldAt ??= performance.now()
    })
  }
}

/** What SIGHUP does. It stays installed until the process ends: without a handler it ends the process at once. */
export interface Reloading {
  wish: () => void
}

/**
 * Listens for SIGHUP, which does nothing so far. A terminal that closes sends it, too: there it is left as it is, and ends the process.
 */
export function onReloadSignal(): Reloading {
  const reloading: Reloading = { wish: () => undefined }
  if (!process.stdout.isTTY) process.on('SIGHUP', () => reloading.wish())
  return reloading
}

/** How a server is told to stop, from its start on: what is called at the first wish comes before what waits for it. */
export function listenForStop(onStop: (signal: NodeJS.Signals) => void = () => undefined): StopSignals {
  const stopping = new AbortController()
  const told = Promise.withResolvers<NodeJS.Signals>()
  onShutdownSignal((signal) => {
    onStop(signal)
    stopping.abort()
    told.resolve(signal)
  })
  return { stopping: stopping.signal, told: told.promise }
}
