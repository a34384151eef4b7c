import { setTimeout as wait } from 'node:timers/promises'
import { SHUTDOWN_MILLISECONDS } from './stop-signals.ts'

/** A server that runs. */
export interface RunningServer {
  /** From now on it says that it is not ready, and still answers requests. */
  leave(): void
  /** Answers the current requests, then closes everything. */
  close(): Promise<void>
}

/** What is said to people while a server ends. */
export interface Farewells {
  /** It is not ready any more, and closes its port only after a time. */
  draining(): void
  stopping(): void
}

/**
 * Ends a server. After SIGTERM the port closes when load balancers had the time to see that it is not ready; Ctrl-C does not wait. One
 * that does not end is ended.
 */
export async function drainAndClose(
  running: RunningServer,
  signal: NodeJS.Signals,
  drainSeconds: number,
  say: Farewells,
): Promise<void> {
  running.leave()
  if (signal === 'SIGTERM' && drainSeconds > 0) {
    say.draining()
    await wait(drainSeconds * 1000)
  }
  setTimeout(() => process.exit(1), SHUTDOWN_MILLISECONDS).unref()
  say.stopping()
  await running.close()
}

/** Says nothing: the parent of several processes says it for all of them. */
export const SILENT: Farewells = { draining: () => undefined, stopping: () => undefined }
