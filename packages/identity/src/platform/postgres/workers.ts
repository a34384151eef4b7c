import { type CitizenMap, findParts, type ListedServer, mapOf } from './citizen-map.ts'
import type { DatabasePool } from './connect.ts'
import { type Database, NotConnected } from './database.ts'
import { NOT_REACHED, PartDatabase, type PartUse } from './parts.ts'

/** After this time the map is read again, beside the requests. */
const RENEW_MILLISECONDS = 1_000

/** A map counts for so long from the moment at which its reading began, as a proof of a primary does. */
const MAP_MILLISECONDS = 5_000

/** A worker to which no connection could be opened is tried again after this time. */
const TRY_AGAIN_MILLISECONDS = 1_000

/** The pools of one server for one purpose: for statements about whole tables, and for those about the tables of a part. */
export interface PoolPair {
  readonly whole: DatabasePool
  readonly parts: DatabasePool
}

/** The pools of a worker, by what they are for. */
export interface WorkerPools<Name extends string> {
  readonly pools: Readonly<Record<Name, PoolPair>>
  close(): Promise<void>
}

/** A worker that has a citizen. */
export interface Worker<Name extends string> {
  /** The database by way of this worker; by way of `main` while no connection to it can be opened. */
  instead(main: Database, name: Name, pool?: keyof PoolPair): Database
}

/** What a process does to ask workers itself. */
export interface WorkersNeeds<Name extends string> {
  /** Where the list of the workers is read. */
  readonly db: Database
  /** The pools of the asked server for parts. */
  readonly here: Readonly<Record<Name, Database>>
  /** Opens the pools of a worker, which is one of so many. They connect when they are asked. */
  open(server: ListedServer, among: number): WorkerPools<Name>
  /** Monotonic, in milliseconds. */
  readonly now?: () => number
}

/**
 * The workers of a distributed database, and which of them has a citizen. What is asked of a worker is what is asked of any other
 * server, and each of them finds the rows wherever they are: with a map that is wrong, a statement takes a hop more, and its answer is the same.
 *
 * The map is read anew while it is used, once a second. Nothing tells a process that a part has moved, short of a notice with the text of
 * each statement that took a hop, which may get into the server's log; and a second of hops costs less than to ask more often.
 */
export class Workers<Name extends string> {
  readonly #needs: WorkersNeeds<Name>
  readonly #now: () => number
  readonly #opened = new Map<string, OneWorker<Name>>()
  readonly #parts = new Map<string, PartDatabase>()
  #map: CitizenMap | undefined
  #readAt = -Infinity
  #triedAt = -Infinity
  #reading: Promise<void> | undefined
  #isClosed = false

  constructor(needs: WorkersNeeds<Name>) {
    this.#needs = needs
    this.#now = needs.now ?? (() => performance.now())
  }

  /** The worker with this citizen. Undefined where the asked server has the rows, and where nobody knows. */
  async workerWith(citizenId: string): Promise<Worker<Name> | undefined> {
    const map = await this.#youngMap()
    return map && this.#openAt(map, map.partWith(citizenId)?.place)
  }

  /** The part with this citizen, to use it itself: the same object for all of its citizens. Undefined where it cannot be asked now. */
  async partWith(citizenId: string, name: Name, use: PartUse): Promise<Database | undefined> {
    const shard = (await this.#youngMap())?.partWith(citizenId)?.shard
    if (shard === undefined || this.#isClosed) return undefined
    const { db, here } = this.#needs
    const server = async () => {
      const map = await this.#youngMap()
      const place = map?.placeOf(shard)
      if (!map || place === undefined) return map ? here[name] : NOT_REACHED
      return this.#openAt(map, place)?.instead(NOT_REACHED, name, 'parts') ?? NOT_REACHED
    }
    const key = `${name} ${shard}`
    const part = this.#parts.get(key) ?? new PartDatabase({ shard, use, db, server, now: this.#now })
    this.#parts.set(key, part)
    return part.isResting ? undefined : part
  }

  #openAt(map: CitizenMap, place: string | undefined): OneWorker<Name> | undefined {
    const server = place === undefined ? undefined : map.others.get(place)
    if (place === undefined || !server || this.#isClosed) return undefined
    const opened =
      this.#opened.get(place) ?? new OneWorker(this.#needs.open(server, map.others.size), this.#now)
    this.#opened.set(place, opened)
    return opened
  }

  /** The pools of this name that are open. */
  pools(name: Name): readonly DatabasePool[] {
    return [...this.#opened.values()].flatMap(({ pools }) => [pools[name].whole, pools[name].parts])
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#closeAllBut(new Map())
  }

  async #youngMap(): Promise<CitizenMap | undefined> {
    const now = this.#now()
    if (now - Math.max(this.#readAt, this.#triedAt) > RENEW_MILLISECONDS) this.#reading ??= this.#read(now)
    if (now - this.#readAt > MAP_MILLISECONDS) await this.#reading
    return this.#now() - this.#readAt > MAP_MILLISECONDS ? undefined : this.#map
  }

  async #read(begunAt: number): Promise<void> {
    this.#triedAt = begunAt
    try {
      this.#map = mapOf(await findParts(this.#needs.db))
      this.#readAt = begunAt
      void this.#closeAllBut(this.#map.others)
    } catch {
      // Where the map cannot be read, the server that was asked finds the rows, or says what is wrong.
    } finally {
      this.#reading = undefined
    }
  }

  async #closeAllBut(others: CitizenMap['others']): Promise<void> {
    const gone = [...this.#opened].filter(([place]) => !others.has(place))
    for (const [place] of gone) this.#opened.delete(place)
    await Promise.all(gone.map(([, worker]) => worker.close()))
  }
}

/**
 * A worker is asked once a connection to it has been opened. Until then, and after one could not be opened, the main pool answers, and
 * the worker is tried again beside.
 */
class OneWorker<Name extends string> implements Worker<Name> {
  readonly pools: WorkerPools<Name>['pools']
  readonly close: WorkerPools<Name>['close']
  readonly #now: () => number
  #isReached = false
  #triedAt = -Infinity

  constructor({ pools, close }: WorkerPools<Name>, now: () => number) {
    this.pools = pools
    this.close = close
    this.#now = now
  }

  instead(main: Database, name: Name, pool: keyof PoolPair = 'whole'): Database {
    const there = this.pools[name][pool]
    return {
      query: (statement, ...values) => this.#ask(there, main, (db) => db.query<never>(statement, ...values)),
      transaction: (work) => this.#ask(there, main, (db) => db.transaction(work)),
      layout: () => main.layout(),
    }
  }

  async #ask<Value>(there: Database, main: Database, ask: (db: Database) => Promise<Value>): Promise<Value> {
    if (!this.#isReached) {
      void this.#tryBeside(there)
      return ask(main)
    }
    try {
      return await ask(there)
    } catch (error) {
      if (!(error instanceof NotConnected)) throw error
      this.#isReached = false
      return ask(main)
    }
  }

  async #tryBeside(db: Database): Promise<void> {
    const now = this.#now()
    if (now - this.#triedAt < TRY_AGAIN_MILLISECONDS) return
    this.#triedAt = now
    try {
      await db.query`select 1`
      this.#isReached = (await db.layout()) === 'distributed'
    } catch {
      // The next request tries again.
    }
  }
}
