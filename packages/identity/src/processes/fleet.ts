import type { Log } from '../platform/log.ts'
import type { Serving } from './messages.ts'
import type { Ending, ServiceProcess } from './start-process.ts'

/** What starts processes and waits. */
export interface FleetNeeds {
  readonly count: number
  readonly log: Log
  /** Starts one process. */
  start(): ServiceProcess
  /** Resolves after so many milliseconds, or when the fleet is told to stop. */
  wait(milliseconds: number): Promise<void>
  /** Milliseconds of a clock that never goes back. */
  now(): number
  /** Called when a process has ended, whatever the reason. */
  onEnd(pid: number): void
}

/** A process ended before it served. It has said why. */
export class EndedAtStart extends Error {
  override readonly name = 'EndedAtStart'
}

const FIRST_PAUSE_MILLISECONDS = 1_000
const LONGEST_PAUSE_MILLISECONDS = 60_000
/** After this time in service, the next pause is short again. */
const STABLE_MILLISECONDS = 60_000

/**
 * The processes of a service, each at a place from 0 on. One that has served and ends by itself is started again after a pause, which
 * grows while that happens again and again; each time is an error in the log.
 */
export class Fleet {
  /** Those that answer, by their place. */
  readonly running = new Map<number, ServiceProcess>()
  /** How often a process ended that nobody had told to. */
  deaths = 0
  readonly #needs: FleetNeeds
  readonly #alive = new Set<ServiceProcess>()
  readonly #leaving = new Set<ServiceProcess>()
  #isStopping = false
  #replacing: Promise<number> | undefined

  constructor(needs: FleetNeeds) {
    this.#needs = needs
  }

  /** Starts all, and resolves when all serve. Throws EndedAtStart where one ends before. */
  async start(): Promise<Serving> {
    const all = Array.from({ length: this.#needs.count }, () => this.#begin())
    all.forEach((one, place) => this.running.set(place, one))
    const served = await Promise.all(all.map(servesOrThrows))
    all.forEach((one, place) => void this.#keep(place, one))
    return served[0] ?? { listening: '' }
  }

  /**
   * Replaces one process after the other: the old one ends when the new one serves. Where a new one does not, the others stay.
   * Resolves to how many were replaced. While it runs, a further call waits for the same work.
   */
  replaceAll(): Promise<number> {
    this.#replacing ??= this.#replaceEach().finally(() => {
      this.#replacing = undefined
    })
    return this.#replacing
  }

  /** Ends all, and resolves when they have ended. */
  async stop(signal: 'SIGTERM' | 'SIGINT'): Promise<void> {
    this.#isStopping = true
    const all = [...this.#alive]
    for (const one of all) one.end(signal)
    await Promise.all(all.map(({ ended }) => ended))
  }

  #begin(): ServiceProcess {
    const one = this.#needs.start()
    this.#alive.add(one)
    void one.ended.then(() => {
      this.#alive.delete(one)
      this.#needs.onEnd(one.pid)
    })
    return one
  }

  /** Keeps a process running at this place, until it is replaced or the fleet stops. */
  async #keep(place: number, first: ServiceProcess): Promise<void> {
    let pause = FIRST_PAUSE_MILLISECONDS
    for (let one = first; ; one = this.#begin()) {
      this.running.set(place, one)
      const startedAt = this.#needs.now()
      const ending = await one.ended
      if (this.running.get(place) === one) this.running.delete(place)
      if (this.#isStopping || this.#leaving.delete(one)) return
      this.deaths += 1
      if (this.#needs.now() - startedAt >= STABLE_MILLISECONDS) pause = FIRST_PAUSE_MILLISECONDS
      logDeath(this.#needs.log, one.pid, ending, pause)
      await this.#needs.wait(pause)
      if (this.#isStopping || this.running.has(place)) return
      pause = Math.min(pause * 2, LONGEST_PAUSE_MILLISECONDS)
    }
  }

  async #replaceEach(): Promise<number> {
    for (let place = 0; place < this.#needs.count; place += 1)
      if (this.#isStopping || !(await this.#replace(place))) return place
    return this.#needs.count
  }

  async #replace(place: number): Promise<boolean> {
    const next = this.#begin()
    const serves = await Promise.race([next.serves.then(() => true), next.ended.then(() => false)])
    if (!serves) return false
    const old = this.running.get(place)
    if (old) this.#leaving.add(old)
    void this.#keep(place, next)
    old?.end('SIGTERM')
    await old?.ended
    return true
  }
}

async function servesOrThrows(one: ServiceProcess): Promise<Serving> {
  const ends = one.ended.then(() => {
    throw new EndedAtStart('A process of the service ended before it served: what it said stands above.')
  })
  return Promise.race([one.serves, ends])
}

function logDeath(log: Log, pid: number, { exitCode, signal }: Ending, pause: number): void {
  log.error('process-ended', {
    'process.pid': pid,
    'process.exit_code': exitCode,
    'portico.signal': signal,
    'portico.restart_in_ms': pause,
  })
}
