import type pg from 'pg'
import { CopyIn, CopyOut } from './copy.ts'
import type { DatabaseUnavailable, Layout } from './database.ts'
import { commitInDoubt, endsConnection, isOutage, isStale, saysCommitInDoubt, unavailable } from './outage.ts'
import { type PreparedStatements, Statement } from './statement.ts'
import type { Serializable } from './values.ts'

/** One connection to PostgreSQL. Statements are sent at once, each with its own Sync, so that each fails alone. */
export class Connection {
  /** Sent statements without an answer. */
  inFlight = 0
  /** Whether it has a prepared statement that PostgreSQL refuses. */
  isStale = false
  /** Whether it has rows of a copy that nobody will read, so that it answers nothing more. */
  isHalfRead = false
  /** Where the rows of its database are. */
  layout: Layout = 'one-server'
  /** The last answer, or the first statement that was sent after it. Monotonic, in milliseconds. */
  #quietSince = 0
  readonly #client: pg.Client
  readonly #prepared: PreparedStatements = new Map()
  readonly #lossListeners = new Set<(loss: DatabaseUnavailable) => void>()
  #loss: DatabaseUnavailable | undefined
  /** Whether the statement that is answered next has committed, and a server of Citus has not yet. */
  #isCommitInDoubt = false

  constructor(client: pg.Client, onNotice: (message: string) => void = () => undefined) {
    this.#client = client
    client.on('error', (error) => this.#lose(error))
    client.on('notice', (notice) => {
      this.#isCommitInDoubt ||= saysCommitInDoubt(notice)
      onNotice(notice.message ?? '')
    })
    // The client reports it only after its waiting statements have failed, and a closing connection has no error event.
    client.connection.once('end', () => this.#lose(new Error('The connection was closed')))
  }

  get isLost(): boolean {
    return this.#loss !== undefined
  }

  /** Whether it owes an answer, and has given none for so long, not even an error. */
  isSilentFor(milliseconds: number): boolean {
    return this.inFlight > 0 && performance.now() - this.#quietSince >= milliseconds
  }

  /** Runs a tagged template as a prepared statement. */
  query<Row>(statement: TemplateStringsArray, values: readonly Serializable[]): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      const onAnswer = (error: Error | undefined, rows: Row[]) => {
        const fault = this.#noteAnswer(error)
        if (fault) reject(fault)
        else resolve(rows)
      }
      const query = new Statement(this.#prepared, statement, { values, onAnswer })
      this.#noteSent()
      this.#client.query(query)
    })
  }

  /** Runs a text unchanged: several statements, or one with values. */
  async runText<Row>(text: string, values?: readonly Serializable[]): Promise<Row[]> {
    return (await this.#send(text, values)).rows
  }

  /** Runs `COPY … TO STDOUT`. `take` gets one chunk after the other. Returns the number of rows. */
  copyOut(text: string, take: (chunk: Buffer) => Promise<void>): Promise<number> {
    return new Promise((resolve, reject) => {
      const giveUp = (error: unknown) => {
        this.isHalfRead = true
        reject(error)
        return new Promise<never>(() => undefined)
      }
      const copy = new CopyOut(
        text,
        (chunk) => take(chunk).catch(giveUp),
        (error, result) => {
          const fault = this.#noteAnswer(error)
          if (fault) reject(fault)
          else void copy.finish().then(() => resolve(result.rowCount ?? 0))
        },
      )
      this.#noteSent()
      this.#client.query(copy)
    })
  }

  /** Runs `COPY … FROM STDIN`. Returns the number of rows. */
  copyIn(text: string, chunks: AsyncIterable<Buffer>): Promise<number> {
    return new Promise((resolve, reject) => {
      const copy = new CopyIn(text, chunks, (error, result) => {
        const fault = this.#noteAnswer(error)
        // Where the chunks failed, the server only says so.
        copy.finish().then(() => (fault ? reject(fault) : resolve(result.rowCount ?? 0)), reject)
      })
      this.#noteSent()
      this.#client.query(copy)
    })
  }

  /** Commits. Throws if PostgreSQL rolls back instead, because a statement of the transaction has failed. */
  async commit(): Promise<void> {
    const { command } = await this.#send('commit')
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back, because a statement failed')
  }

  /** Calls `listener` once when the connection is lost, unless the returned function is called before. */
  onLoss(listener: (loss: DatabaseUnavailable) => void): () => void {
    if (this.#loss) listener(this.#loss)
    else this.#lossListeners.add(listener)
    return () => void this.#lossListeners.delete(listener)
  }

  /** Closes it when its statements, also those sent until `afterwards`, are answered, or after this time. */
  async close(mostMilliseconds: number, afterwards?: Promise<void>): Promise<void> {
    const timer = setTimeout(() => this.destroy(), mostMilliseconds)
    await afterwards
    await this.#client.end()
    clearTimeout(timer)
  }

  /** Breaks the connection. Its waiting statements fail. */
  destroy(): void {
    this.#lose(new Error('The connection was given up'))
    this.#client.connection.stream.destroy()
  }

  #send(text: string, values: readonly Serializable[] = []): Promise<pg.QueryResult> {
    return new Promise((resolve, reject) => {
      this.#noteSent()
      this.#client.query(text, [...values], (error, result) => {
        const fault = this.#noteAnswer(error)
        if (fault) reject(fault)
        else resolve(Array.isArray(result) ? result.at(-1) : result)
      })
    })
  }

  #noteSent(): void {
    if (this.inFlight === 0) this.#quietSince = performance.now()
    this.inFlight += 1
  }

  /** Returns what the caller has to be told instead of a result. The driver calls it in the order of the answers. */
  #noteAnswer(error: Error | null | undefined): unknown {
    this.inFlight -= 1
    this.#quietSince = performance.now()
    const isCommitInDoubt = this.#isCommitInDoubt
    this.#isCommitInDoubt = false
    if (error) return this.#explain(error)
    return isCommitInDoubt ? commitInDoubt() : undefined
  }

  #explain(error: unknown): unknown {
    if (endsConnection(error)) this.#lose(error)
    this.isStale ||= isStale(error)
    return this.#loss ?? (isOutage(error) ? unavailable(error) : error)
  }

  #lose(error: unknown): void {
    if (this.#loss) return
    this.#loss = unavailable(error)
    for (const listener of this.#lossListeners) listener(this.#loss)
    this.#lossListeners.clear()
  }
}
