import { EndedAtStart } from './ended-at-start.ts'
import type { Serving, StartKind } from './messages.ts'
import type { Ending, ServerProcess } from './start-process.ts'

/** What starts processes and waits. */
export interface FleetNeeds {
  readonly count: number
  /** Starts one process. */
  start(kind: StartKind): ServerProcess
  /** Resolves after so many milliseconds, or when the fleet is told to stop. */
  wait(milliseconds: number): Promise<void>
  /** Calls back when a process of a later start should serve at last. Returns the function that forgets it. */
  whenLate(late: () => void): () => void
  /** Milliseconds of a clock that never goes back. */
  now(): number
  /** Called when a process has ended, whatever the reason. */
  onEnd(one: ServerProcess): void
  /** Called when a process ended that nobody had told to. */
  onDeath(death: Death): void
}

/** How a process died, and when another one is started in its place. */
export interface Death extends Ending {
  readonly pid: number
  readonly restartInMilliseconds: number
}

const FIRST_PAUSE_MILLISECONDS = 1_000
const LONGEST_PAUSE_MILLISECONDS = 60_000
/** After this time in service, the next pause is short again. */
const STABLE_MILLISECONDS = 60_000

/**
 * The processes of a server, each at a place from 0 on. One that has served and ends by itself is started again after a pause, which
 * grows while that happens again and again.
 */
export class Fleet {
  /** Those that run, by their place. */
  readonly running = new Map<number, ServerProcess>()
  /** How often a process ended that nobody had told to. */
  deaths = 0
  readonly #needs: FleetNeeds
  readonly #alive = new Set<ServerProcess>()
  /** Those that were told to end. A second signal would end them at once. */
  readonly #told = new Set<ServerProcess>()
  #isStopping = false
  #replacing: Promise<number> | undefined
  #isWishedAgain = false

  constructor(needs: FleetNeeds) {
    this.#needs = needs
  }

  /**
   * Starts one, and the others when it serves: what would end all of them is said by the first, once, and the others have not begun.
   * Resolves when all serve. Throws EndedAtStart where one ends before.
   */
  async start(): Promise<Serving> {
    const [first, ...others] = Array.from({ length: this.#needs.count }, (_, place) => place)
    const serving = await this.#beginAt(first ?? 0)
    await Promise.all(others.map((place) => this.#beginAt(place)))
    for (const [place, one] of this.running) void this.#keep(place, one)
    return serving
  }

  async #beginAt(place: number): Promise<Serving> {
    if (this.#isStopping) throw new EndedAtStart({ exitCode: 0, signal: null })
    const one = this.#begin('first')
    this.running.set(place, one)
    return servesOrThrows(one)
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

  #end(one: ServerProcess, signal: 'SIGTERM' | 'SIGINT'): void {
    if (this.#told.has(one)) return
    this.#told.add(one)
    one.end(signal)
  }

  #begin(kind: StartKind): ServerProcess {
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
  async #keep(place: number, first: ServerProcess): Promise<void> {
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
      this.#needs.onDeath({ ...ending, pid: one.pid, restartInMilliseconds: pause })
      await this.#needs.wait(pause)
      if (this.#isStopping || this.running.has(place)) return
      pause = Math.min(pause * 2, LONGEST_PAUSE_MILLISECONDS)
    }
  }

  /** For how long a process has served: 0 before it does. */
  #clockOf({ serves }: ServerProcess): () => number {
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

async function servesOrThrows(one: ServerProcess): Promise<Serving> {
  const ends = one.ended.then((ending) => {
    throw new EndedAtStart(ending)
  })
  return Promise.race([one.serves, ends])
}
