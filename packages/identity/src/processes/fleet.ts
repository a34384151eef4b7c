import type { Log } from '../platform/log.ts'
import type { Serving, StartKind } from './messages.ts'
import type { Ending, ServiceProcess } from './start-process.ts'

/** What starts processes and waits. */
export interface FleetNeeds {
  readonly count: number
  readonly log: Log
  /** Starts one process. */
  start(kind: StartKind): ServiceProcess
  /** Resolves after so many milliseconds, or when the fleet is told to stop. */
  wait(milliseconds: number): Promise<void>
  /** Calls back when a process of a later start should serve at last. Returns the function that forgets it. */
  whenLate(late: () => void): () => void
  /** Milliseconds of a clock that never goes back. */
  now(): number
  /** Called when a process has ended, whatever the reason. */
  onEnd(one: ServiceProcess): void
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
  /** Those that run, by their place. */
  readonly running = new Map<number, ServiceProcess>()
  /** How often a process ended that nobody had told to. */
  deaths = 0
  readonly #needs: FleetNeeds
  readonly #alive = new Set<ServiceProcess>()
  /** Those that were told to end. A second signal would end them at once. */
  readonly #told = new Set<ServiceProcess>()
  #isStopping = false
  #replacing: Promise<number> | undefined
  #isWishedAgain = false

  constructor(needs: FleetNeeds) {
    this.#needs = needs
  }

  /** Starts all, and resolves when all serve. Throws EndedAtStart where one ends before. */
  async start(): Promise<Serving> {
    const all = Array.from({ length: this.#needs.count }, () => this.#begin('first'))
    all.forEach((one, place) => this.running.set(place, one))
    const served = await Promise.all(all.map(servesOrThrows))
    all.forEach((one, place) => void this.#keep(place, one))
    return served[0] ?? { listening: '' }
  }

  /**
   * Replaces one process after the other: the old one ends when the new one serves. Where a new one does not, the others stay.
   * Resolves to how many were replaced. A wish that comes meanwhile replaces all once more: some may have read what was before it.
   */
  replaceAll(): Promise<number> {
    if (this.#replacing) this.#isWishedAgain = true
    this.#replacing ??= this.#replaceWhileWished().finally(() => {
      this.#replacing = undefined
    })
    return this.#replacing
  }

  /** Ends all, and resolves when they have ended. */
  async stop(signal: 'SIGTERM' | 'SIGINT'): Promise<void> {
    this.#isStopping = true
    const all = [...this.#alive]
    for (const one of all) this.#end(one, signal)
    await Promise.all(all.map(({ ended }) => ended))
  }

  #end(one: ServiceProcess, signal: 'SIGTERM' | 'SIGINT'): void {
    if (this.#told.has(one)) return
    this.#told.add(one)
    one.end(signal)
  }

  #begin(kind: StartKind): ServiceProcess {
    const one = this.#needs.start(kind)
    this.#alive.add(one)
    const forget = kind === 'later' ? this.#needs.whenLate(() => this.#end(one, 'SIGINT')) : () => undefined
    void one.serves.then(forget)
    void one.ended.then(() => {
      forget()
      this.#alive.delete(one)
      this.#needs.onEnd(one)
    })
    return one
  }

  /** Keeps a process running at this place, until it is replaced or the fleet stops. */
  async #keep(place: number, first: ServiceProcess): Promise<void> {
    let pause = FIRST_PAUSE_MILLISECONDS
    for (let one = first; ; one = this.#begin('later')) {
      this.running.set(place, one)
      const servedFor = this.#clockOf(one)
      const ending = await one.ended
      const isReplaced = this.running.get(place) !== one
      if (!isReplaced) this.running.delete(place)
      if (this.#isStopping || isReplaced) return
      this.deaths += 1
      if (servedFor() >= STABLE_MILLISECONDS) pause = FIRST_PAUSE_MILLISECONDS
      logDeath(this.#needs.log, one.pid, ending, pause)
      await this.#needs.wait(pause)
      if (this.#isStopping || this.running.has(place)) return
      pause = Math.min(pause * 2, LONGEST_PAUSE_MILLISECONDS)
    }
  }

  /** For how long a process has served: 0 before it does. */
  #clockOf({ serves }: ServiceProcess): () => number {
    let since: number | undefined
    void serves.then(() => {
      since = this.#needs.now()
    })
    return () => (since === undefined ? 0 : this.#needs.now() - since)
  }

  async #replaceWhileWished(): Promise<number> {
    let replaced = 0
    do {
      this.#isWishedAgain = false
      replaced = await this.#replaceEach()
    } while (this.#isWishedAgain && !this.#isStopping)
    return replaced
  }

  async #replaceEach(): Promise<number> {
    for (let place = 0; place < this.#needs.count; place += 1)
      if (this.#isStopping || !(await this.#replace(place))) return place
    return this.#needs.count
  }

  async #replace(place: number): Promise<boolean> {
    const next = this.#begin('later')
    const serves = await Promise.race([next.serves.then(() => true), next.ended.then(() => false)])
    if (!serves || this.#isStopping) return false
    const old = this.running.get(place)
    void this.#keep(place, next)
    if (!old) return true
    this.#end(old, 'SIGTERM')
    await old.ended
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
