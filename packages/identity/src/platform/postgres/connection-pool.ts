import type { Random } from '../random.ts'
import type { Connection } from './connection.ts'
import { type Database, DatabaseUnavailable, NotConnected } from './database.ts'
import { isStale } from './outage.ts'
import { runTransaction } from './transaction.ts'
import type { Serializable } from './values.ts'

/** A connection is replaced after this time, so that PostgreSQL frees the memory of its session. */
const LIFETIME_MILLISECONDS = 45 * 60_000

/** Each is replaced up to this much earlier, so that connections of one moment are not replaced together. */
const SPREAD_MILLISECONDS = 15 * 60_000

/** If the replacement of a connection could not be opened, it is tried again after this time. */
const REPLACE_AGAIN_MILLISECONDS = 60_000

/** How long statements on a replaced connection may still run. */
const LEAVING_MILLISECONDS = 60_000

/**
 * The most attempts of a transaction. A repeated one may lock the first row of the deadlock before the waiting transactions
 * have woken up, and cause the deadlock again.
 */
const MOST_RUNS = 3

/** What a pool does at this moment. */
export interface PoolLoad {
  readonly connections: number
  /** Statements without an answer, also those that wait for a connection that is being opened. */
  readonly statements: number
  readonly transactions: number
  /** Transactions that wait until a connection is free. */
  readonly waiting: number
}

/** One place of the pool. */
interface Member {
  readonly opening: Promise<Connection>
  replaceAt: number
  /** The connection, when it is open. */
  connection: Connection | undefined
  /** Statements that wait until it is open. */
  waiting: number
  /** If a transaction uses it: resolves when the transaction is over. */
  transaction: PromiseWithResolvers<void> | undefined
}

/** Whether nobody waits for a transaction any more. */
type IsGivenUp = () => boolean

/** A transaction that waits until a connection is free. */
interface WaitingTransaction {
  readonly isGivenUp: IsGivenUp
  readonly serve: () => void
  readonly reject: (error: unknown) => void
}

/**
 * Connections that are opened when they are needed. Statements share them, and a transaction has one for itself. If
 * transactions use all, one more is opened for statements, so that a transaction may wait for a statement.
 */
export class ConnectionPool {
  readonly #open: () => Promise<Connection>
  readonly #most: () => number
  readonly #random: Random | undefined
  readonly #waiting: WaitingTransaction[] = []
  #members: Member[] = []
  #taken = 0
  #isClosed = false

  constructor(open: () => Promise<Connection>, most: () => number, random?: Random) {
    this.#open = open
    this.#most = most
    this.#random = random
  }

  /** Runs one statement. Repeats it if PostgreSQL refuses the prepared one because a table has changed. */
  async query<Row>(statement: TemplateStringsArray, values: readonly Serializable[]): Promise<Row[]> {
    try {
      return await this.#ask<Row>(statement, values)
    } catch (error) {
      if (!isStale(error)) throw error
      this.#replaceStale()
      return this.#ask<Row>(statement, values)
    }
  }

  /**
   * Runs work in a transaction. Repeats it if it was rolled back because PostgreSQL ended it to break a deadlock, or refused
   * a prepared statement because a table has changed. Does not begin one that was given up.
   */
  async transaction<Value>(
    work: (tx: Database) => Promise<Value>,
    isGivenUp: IsGivenUp = () => false,
    runs = MOST_RUNS,
  ): Promise<Value> {
    const member = await this.#take(isGivenUp)
    try {
      const connection = await member.opening
      if (isGivenUp()) throw givenUp()
      return await runTransaction(connection, work)
    } catch (error) {
      if (isStale(error)) this.#replaceStale()
      if (runs === 1 || !(isDeadlock(error) || isStale(error))) throw error
    } finally {
      this.#release(member)
    }
    return this.transaction(work, isGivenUp, runs - 1)
  }

  /**
   * Breaks off each connection over which nothing was heard for so long, although it was asked. Where there is one, those
   * that nobody uses are broken off too: the server may be gone. New ones are opened as they are needed.
   */
  discardSilent(milliseconds: number): void {
    const isSilent = (member: Member) => member.connection?.isSilentFor(milliseconds) === true
    if (!this.#members.some(isSilent)) return
    for (const { connection } of this.#members.filter((member) => isSilent(member) || isIdle(member)))
      connection?.destroy()
  }

  load(): PoolLoad {
    return {
      connections: this.#members.length,
      statements: this.#members.reduce((sum, member) => sum + loadOf(member), 0),
      transactions: this.#taken,
      waiting: this.#waiting.length,
    }
  }

  /** Closes every connection when its work is done, or after this time. */
  async close(mostMilliseconds: number): Promise<void> {
    this.#isClosed = true
    this.#refuseWaiting(new NotConnected('The pool is closed'))
    await Promise.all(this.#members.splice(0).map((member) => leave(member, mostMilliseconds)))
  }

  /** Chooses a connection and sends at once. Otherwise a transaction could get the connection in between. */
  #ask<Row>(statement: TemplateStringsArray, values: readonly Serializable[]): Promise<Row[]> {
    const member = this.#choose()
    return (
      member.connection?.query<Row>(statement, values) ?? whenOpen(member, () => this.#ask(statement, values))
    )
  }

  /** The least busy connection without a transaction; a new one rather than a busy one. */
  #choose(): Member {
    if (this.#isClosed) throw new NotConnected('The pool is closed')
    let best: Member | undefined
    for (const member of this.#members)
      if (!member.transaction && (!best || loadOf(member) < loadOf(best))) best = member
    if (!best) return this.#add()
    if (isWorn(best)) void this.#replace(best)
    return loadOf(best) === 0 || this.#members.length >= this.#most() ? best : this.#add()
  }

  async #take(isGivenUp: IsGivenUp): Promise<Member> {
    if (this.#taken >= this.#most())
      return new Promise(
        (resolve, reject) =>
          void this.#waiting.push({ isGivenUp, serve: () => resolve(this.#take(isGivenUp)), reject }),
      )
    const member = this.#choose()
    member.transaction = Promise.withResolvers()
    this.#taken += 1
    return member
  }

  #release(member: Member): void {
    member.transaction?.resolve()
    member.transaction = undefined
    this.#taken -= 1
    while (this.#waiting[0]?.isGivenUp()) this.#waiting.shift()?.reject(givenUp())
    this.#waiting.shift()?.serve()
  }

  /** Opens another one first, because the server may take no new ones: then the old one goes on, and is replaced later. */
  async #replace(worn: Member): Promise<void> {
    worn.replaceAt = performance.now() + REPLACE_AGAIN_MILLISECONDS
    const connection = await this.#open().catch(() => undefined)
    if (!connection) return
    if (!this.#members.includes(worn)) return connection.destroy()
    this.#remove(worn)
    this.#add(Promise.resolve(connection))
    void leave(worn, LEAVING_MILLISECONDS)
  }

  #add(opening = this.#open()): Member {
    const member: Member = {
      opening,
      replaceAt: performance.now() + lifetime(this.#random),
      connection: undefined,
      waiting: 0,
      transaction: undefined,
    }
    this.#members.push(member)
    member.opening.then(
      (connection) => {
        member.connection = connection
        connection.onLoss(() => this.#remove(member))
      },
      (error: unknown) => {
        this.#remove(member)
        if (this.#members.length === 0) this.#refuseWaiting(error)
      },
    )
    return member
  }

  /** If a prepared statement of one connection is out of date, those of the others are, too. */
  #replaceStale(): void {
    if (!this.#members.some(({ connection }) => connection?.isStale)) return
    for (const member of this.#members.splice(0)) void leave(member, LEAVING_MILLISECONDS)
  }

  #remove(member: Member): void {
    this.#members = this.#members.filter((each) => each !== member)
  }

  #refuseWaiting(error: unknown): void {
    for (const { reject } of this.#waiting.splice(0)) reject(error)
  }
}

function givenUp(): DatabaseUnavailable {
  return new DatabaseUnavailable('Nobody waits for this transaction any more')
}

function lifetime(random: Random | undefined): number {
  const share = random ? random.bytes(2).readUInt16BE() / 0x10000 : 0
  return LIFETIME_MILLISECONDS - share * SPREAD_MILLISECONDS
}

function loadOf({ waiting, connection }: Member): number {
  return waiting + (connection?.inFlight ?? 0)
}

function isIdle(member: Member): boolean {
  return !member.transaction && loadOf(member) === 0
}

function isWorn({ connection, replaceAt }: Member): boolean {
  return connection !== undefined && performance.now() > replaceAt
}

async function whenOpen<Value>(member: Member, begin: () => Promise<Value>): Promise<Value> {
  member.waiting += 1
  await member.opening.finally(() => (member.waiting -= 1))
  return begin()
}

/** Closes its connection when its work is done. */
async function leave({ opening, transaction }: Member, mostMilliseconds: number): Promise<void> {
  const connection = await opening.catch(() => undefined)
  await connection?.close(mostMilliseconds, transaction?.promise)
}

/** SQLSTATE deadlock_detected. */
function isDeadlock(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '40P01'
}
