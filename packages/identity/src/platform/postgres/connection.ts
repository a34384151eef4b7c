import type pg from 'pg'
import type { DatabaseUnavailable } from './database.ts'
import { endsConnection, isOutage, isStale, unavailable } from './outage.ts'
import { Statement } from './statement.ts'
import type { Serializable } from './values.ts'

/** One connection to PostgreSQL. Statements are sent at once, each with its own Sync, so that each fails alone. */
export class Connection {
  /** Sent statements without an answer. */
  inFlight = 0
  /** Whether it has a prepared statement that PostgreSQL refuses. */
  isStale = false
  readonly #client: pg.Client
  readonly #lossListeners = new Set<(loss: DatabaseUnavailable) => void>()
  #loss: DatabaseUnavailable | undefined

  constructor(client: pg.Client) {
    this.#client = client
    client.on('error', (error) => this.#lose(error))
    // The client reports it only after its waiting statements have failed, and a closing connection has no error event.
    client.connection.once('end', () => this.#lose(new Error('The connection was closed')))
  }

  get isLost(): boolean {
    return this.#loss !== undefined
  }

  /** Runs a tagged template as a prepared statement. */
  query<Row>(statement: TemplateStringsArray, values: readonly Serializable[]): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      const query = new Statement(statement, values, (error, result) => {
        this.inFlight -= 1
        if (error) reject(this.#explain(error))
        else resolve(result.rows)
      })
      this.inFlight += 1
      this.#client.query(query)
    })
  }

  /** Runs a text unchanged: several statements, or one with values. */
  async runText<Row>(text: string, values?: readonly Serializable[]): Promise<Row[]> {
    return (await this.#send(text, values)).rows
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

  async #send(text: string, values?: readonly Serializable[]): Promise<pg.QueryResult> {
    this.inFlight += 1
    try {
      const result = await this.#client.query(text, values && [...values])
      return Array.isArray(result) ? result.at(-1) : result
    } catch (error) {
      throw this.#explain(error)
    } finally {
      this.inFlight -= 1
    }
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
