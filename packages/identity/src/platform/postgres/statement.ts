import { createHash } from 'node:crypto'
import pg from 'pg'
import { arrayOf, type Serializable } from './values.ts'

interface Prepared {
  readonly text: string
  /** PostgreSQL truncates names to 63 bytes. */
  readonly name: string
}

const known = new WeakMap<TemplateStringsArray, Prepared>()

/** The text of a statement with numbered parameters, and the name of the prepared statement. Both are made once. */
function preparedOf(statement: TemplateStringsArray): Prepared {
  const found = known.get(statement)
  if (found) return found
  const text = statement.reduce((before, part, number) => `${before}$${number}${part}`)
  const made = { text, name: createHash('sha256').update(text).digest('base64url') }
  known.set(statement, made)
  return made
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
  #held: Held = { columns: undefined }
  #prepares = false

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
    // A value that cannot be written is found here, before any message is sent.
    this.#values = given.values.map(asParameter)
    this.#onAnswer = given.onAnswer
  }

  requiresPreparation(): boolean {
    return true
  }

  /** Sends its messages. The driver puts them into one write. */
  prepare(connection: pg.Connection): void {
    const { name, text } = this.#statement
    const held = this.#prepared.get(name)
    this.#prepares = held === undefined
    if (held) this.#held = held
    else {
      this.#prepared.set(name, this.#held)
      // Its first use may have failed after it was prepared. To close what is not there is no error.
      connection.close({ type: 'S', name }, true)
      connection.parse({ name, text, types: [] }, true)
    }
    this.#columns = this.#held.columns
    connection.bind({ statement: name, values: this.#values }, true)
    if (!this.#columns) connection.describe({ type: 'P', name: '' }, true)
    this._getRows(connection)
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
    if (this.#columns && !this.#fault) this.#read(this.#columns, fields)
  }

  handleCommandComplete(): void {
    this.#held.columns ??= this.#columns ?? WITHOUT_ROWS
  }

  handleReadyForQuery(): void {
    this.#onAnswer(this.#fault, this.#rows)
  }

  handleError(error: Error): void {
    const { name } = this.#statement
    if (this.#prepares && this.#prepared.get(name) === this.#held) this.#prepared.delete(name)
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
