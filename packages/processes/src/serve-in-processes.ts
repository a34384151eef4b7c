import { setTimeout as wait } from 'node:timers/promises'
import { type AllProcesses, openAllProcesses } from './all-processes.ts'
import type { Farewells } from './drain-and-close.ts'
import { type Death, Fleet } from './fleet.ts'
import type { Serving } from './messages.ts'
import { startProcess } from './start-process.ts'
import { type Reloading, SHUTDOWN_MILLISECONDS, type StopSignals } from './stop-signals.ts'

/** A process of a later start that does not serve after this time is ended. */
const LATE_MILLISECONDS = 120_000

/** After its own deadline, a process that is told to end gets this much longer. */
const SLACK_MILLISECONDS = 5_000

/** How the parent is told what to do. */
export interface ParentSignals extends StopSignals {
  readonly reloading: Reloading
}

/** What a parent tells: to people by `ready` and the farewells, and to the log by the others. */
export interface ParentWords extends Farewells {
  /** All serve. */
  ready(serving: Serving): void
  died(death: Death): void
  replacing(): void
  /** So many were replaced: fewer than all where a new one did not come to serve. */
  replaced(count: number): void
}

/** What a parent of several processes needs. */
export interface ParentNeeds {
  readonly processes: number
  readonly drainSeconds: number
  readonly signals: ParentSignals
  readonly words: ParentWords
  /** Opens the one port for the numbers and the readiness of all, before the first process serves, so that it says why. */
  openMetrics(all: AllProcesses): Promise<{ close(): Promise<unknown> } | null | undefined>
}

/**
 * Runs this program in several processes until SIGINT or SIGTERM, and replaces them one after the other at SIGHUP. Returns when all have
 * ended. Throws EndedAtStart where one ends before it serves: then none of them stays.
 */
export async function serveInProcesses(needs: ParentNeeds): Promise<void> {
  const { processes, drainSeconds, signals, words } = needs
  const lasts = drainSeconds * 1000 + SHUTDOWN_MILLISECONDS + SLACK_MILLISECONDS
  const fleet = new Fleet({
    count: processes,
    start: (kind) => startProcess(kind, lasts),
    whenLate,
    wait: (milliseconds) =>
      wait(milliseconds, undefined, { signal: signals.stopping }).catch(() => undefined),
    now: () => performance.now(),
    onEnd: (one) => all.keep(one),
    onDeath: words.died,
  })
  const all = openAllProcesses(fleet, processes)
  const metrics = await needs.openMetrics(all)
  await runUntilTold(fleet, needs).finally(() => metrics?.close())
}

function whenLate(late: () => void): () => void {
  const timer = setTimeout(late, LATE_MILLISECONDS)
  return () => clearTimeout(timer)
}

async function runUntilTold(fleet: Fleet, { drainSeconds, signals, words }: ParentNeeds): Promise<void> {
  const { told, reloading } = signals
  const starting = fleet.start()
  reloading.wish = () => void starting.then(() => replaceAll(fleet, words)).catch(() => undefined)
  try {
    const serving = await Promise.race([starting, told.then(() => undefined)])
    if (serving) words.ready(serving)
    const drains = (await told) === 'SIGTERM'
    if (drains && drainSeconds > 0) words.draining()
    else words.stopping()
    await fleet.stop(drains ? 'SIGTERM' : 'SIGINT')
  } catch (error) {
    await fleet.stop('SIGINT')
    throw error
  } finally {
    reloading.wish = () => undefined
    // Told to stop before it served, none of them comes to serve.
    await starting.catch(() => undefined)
  }
}

async function replaceAll(fleet: Fleet, words: ParentWords): Promise<void> {
  words.replacing()
  words.replaced(await fleet.replaceAll())
}
