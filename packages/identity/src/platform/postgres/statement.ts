import { createHash } from 'node:crypto'
import pg from 'pg'
import { arrayOf, type Serializable } from './values.ts'

interface Prepared {
  readonly text: string
  /** PostgreSQL truncates names to 63 bytes. */
  readonly name: string
  /** What runs right before it. */
  readonly before: readonly Prepared[]
}

const known = new WeakMap<TemplateStringsArray, Prepared>()

/** The text of a statement with numbered parameters, and the name of the prepared statement. Both are made once. */
function preparedOf(statement: TemplateStringsArray): Prepared {
  const found = known.get(statement)
  if (found) return found
  const text = statement.reduce((before, part, number) => `${before}$${number}${part}`)
  const name = createHash('sha256').update(text).digest('base64url')
  const made = { text, name, before: (preceding.get(statement) ?? []).map(preparedOf) }
  known.set(statement, made)
  return made
}

const preceding = new WeakMap<TemplateStringsArray, readonly TemplateStringsArray[]>()

/**
 * Has other statements, which have no parameters, run right before this one each time. They are sent with it and before its Sync, so all of them are one
 * transaction and one round trip, and each has a snapshot of its own (PostgreSQL's manual, "Pipelining"). Where one fails, none of them has
 * done anything. Their rows are not read.
 */
export function precede(statement: TemplateStringsArray, before: readonly TemplateStringsArray[]): void {
  preceding.set(statement, before)
}

/** The columns of a statement's rows: how each value is read, and a row without values, whose shape each row has. */
interface Columns {
  readonly names: readonly string[]
  readonly readers: readonly ((text: string) => unknown)[]
  readonly empty: Readonly<Record<string, unknown>>
}

/**
 * What PostgreSQL has prepared under a name, with its columns as soon as they are described. Where the columns of a table change,
 * PostgreSQL refuses the prepared statement, so a description holds as long as it.
 */
interface Held {
  columns: Columns | undefined
}

/** The prepared statements of one connection, by name. */
export type PreparedStatements = Map<string, Held>

type Rows = pg.QueryResult['rows']
type Answer = (error: Error | undefined, rows: Rows) => void

/**
 * A statement for the driver. It is prepared and described at its first use on a connection; from then on it is only bound and
 * executed (PostgreSQL's manual, "Message Flow", extended query). The driver would have each answer described, and reads the
 * description each time.
 */
export class Statement extends pg.Query {
  /** The driver's last step: has it executed, and waits for nothing else (Execute, Sync). */
  declare readonly _getRows: (connection: pg.Connection) => void
  readonly #prepared: PreparedStatements
  readonly #statement: Prepared
  readonly #values: (string | Buffer | null)[]
  readonly #onAnswer: Answer
  readonly #rows: Rows = []
  #columns: Columns | undefined
  #fault: Error | undefined
  #held: Held | undefined
  /** How many statements that run before it are not answered yet. */
  #ahead: number
  /** What it prepares with this use. */
  #made: Map<string, Held> | undefined

  constructor(
    prepared: PreparedStatements,
    statement: TemplateStringsArray,
    given: { readonly values: readonly Serializable[]; readonly onAnswer: Answer },
  ) {
    // The driver would send NULL.
    const values: readonly unknown[] = given.values
    if (values.includes(undefined)) throw new TypeError('A parameter is undefined')
    const found = preparedOf(statement)
    super(found.text)
    this.#prepared = prepared
    this.#statement = found
    this.#ahead = found.before.length
    // A value that cannot be written is found here, before any message is sent.
    this.#values = given.values.map(asParameter)
    this.#onAnswer = given.onAnswer
  }

  requiresPreparation(): boolean {
    return true
  }

  /** Sends its messages. The driver puts them into one write. */
  prepare(connection: pg.Connection): void {
    for (const before of this.#statement.before) {
      this.#prepareOnce(connection, before)
      connection.bind({ statement: before.name, values: [] }, true)
      connection.execute({ portal: '', rows: '0' }, true)
    }
    const { name } = this.#statement
    this.#held = this.#prepareOnce(connection, this.#statement)
    this.#columns = this.#held.columns
    connection.bind({ statement: name, values: this.#values }, true)
    if (!this.#columns) connection.describe({ type: 'P', name: '' }, true)
    this._getRows(connection)
  }

  #prepareOnce(connection: pg.Connection, { name, text }: Prepared): Held {
    const known = this.#prepared.get(name)
    if (known) return known
    const held: Held = { columns: undefined }
    this.#prepared.set(name, held)
    this.#made ??= new Map()
    this.#made.set(name, held)
    // Its first use may have failed after it was prepared. To close what is not there is no error.
    connection.close({ type: 'S', name }, true)
    connection.parse({ name, text, types: [] }, true)
    return held
  }

  handleRowDescription({ fields }: { readonly fields: readonly pg.FieldDef[] }): void {
    const names = fields.map(({ name }) => name)
    this.#columns = {
      names,
      readers: fields.map(({ dataTypeID }) => READERS.get(dataTypeID) ?? asText),
      empty: Object.fromEntries(names.map((name) => [name, null])),
    }
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    if (this.#ahead === 0 && this.#columns && !this.#fault) this.#read(this.#columns, fields)
  }

  handleCommandComplete(): void {
    if (this.#ahead > 0) this.#ahead -= 1
    else if (this.#held) this.#held.columns ??= this.#columns ?? WITHOUT_ROWS
  }

  handleReadyForQuery(): void {
    this.#onAnswer(this.#fault, this.#rows)
  }

  handleError(error: Error): void {
    for (const [name, held] of this.#made ?? [])
      if (this.#prepared.get(name) === held) this.#prepared.delete(name)
    this.#onAnswer(error, [])
  }

  #read({ names, readers, empty }: Columns, fields: readonly (string | null)[]): void {
    const row: Record<string, unknown> = { ...empty }
    try {
      fields.forEach((text, place) => {
        if (text !== null) row[names[place] ?? ''] = readers[place]?.(text)
      })
      this.#rows.push(row)
    } catch (error) {
      this.#fault = error instanceof Error ? error : new Error(String(error))
    }
  }
}

const WITHOUT_ROWS: Columns = { names: [], readers: [], empty: {} }

function asParameter(value: Serializable): string | Buffer | null {
  if (value === null || Buffer.isBuffer(value)) return value
  return typeof value === 'object' ? arrayOf(value) : String(value)
}

/**
 * The parsers of column types. Instants and counts (`bigint`) are far below 2^53. Other types stay text: arrays, timestamps,
 * UUIDs, numerics.
 */
const READERS = new Map<number, (text: string) => unknown>([
  [16, (text) => text === 't'],
  [17, (text) => Buffer.from(text.slice(2), 'hex')],
  [20, Number],
  [21, Number],
  [23, Number],
  [26, Number],
  [114, (text): unknown => JSON.parse(text)],
  [700, Number],
  [701, Number],
  [3802, (text): unknown => JSON.parse(text)],
])

const asText = (text: string) => text

/** For the driver's option `types`. */
export const TYPES: pg.CustomTypesConfig = { getTypeParser: (oid) => READERS.get(oid) ?? asText }
