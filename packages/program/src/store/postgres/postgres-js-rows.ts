import type { Row } from '../rows.ts'
import { parserOf, textOf, withTextParameters } from './wire-values.ts'

/** A column of a result of postgres.js. The program may have changed its name (`transform: postgres.camel`). */
interface RawColumn {
  readonly name: string
  readonly type: number
}

/** The rows of `raw()`: the bytes that the server sent. A statement without rows has no columns. */
type RawRows = Iterable<readonly (Uint8Array | null)[]> & { readonly columns?: readonly RawColumn[] | null }

interface RawQuery {
  raw(): PromiseLike<RawRows>
}

/** The part of a client or a transaction of postgres.js that runs a statement. */
interface RunsStatements {
  unsafe(text: string, values?: unknown[], options?: { prepare?: boolean }): PromiseLike<Iterable<Row>>
}

/** How a client renames columns. */
type Rename = (column: string) => string

/** The options of a client, as far as they change its results. */
interface RenamingClient {
  readonly options?: { readonly transform?: { readonly column?: { readonly from?: Rename | undefined } } }
}

/** Runs a statement, and reads its rows from what the server sent. */
export type RunStatement = (
  text: string,
  values: readonly unknown[],
  how: { readonly prepare: boolean },
) => Promise<readonly Row[]>

/** Makes the function for a client or a transaction. `client` is the one whose options count. */
export function runnerOf(on: RunsStatements, client: object): RunStatement {
  const rename = renameOf(client)
  return async (text, values, { prepare }) => {
    const query: object = on.unsafe(withTextParameters(text, values), values.map(textOf), { prepare })
    return canBeRaw(query)
      ? rowsOf(await query.raw(), rename)
      : [...(await (query as PromiseLike<Iterable<Row>>))]
  }
}

function renameOf(client: RenamingClient): Rename | undefined {
  return client.options?.transform?.column?.from
}

function canBeRaw(query: object): query is RawQuery {
  return 'raw' in query && typeof query.raw === 'function'
}

const UTF_8 = new TextDecoder()

function rowsOf(result: RawRows, rename: Rename | undefined): readonly Row[] {
  const { columns } = result
  if (!columns) return []
  const readers = columns.map(({ name, type }) => ({ name, parse: parserOf(type) }))
  return [...result].map((values) => {
    const row = Object.fromEntries(
      readers.map(({ name, parse }, place) => {
        const value = values[place] ?? null
        return [name, value === null ? null : parse(UTF_8.decode(value))]
      }),
    )
    return rename ? underOwnNames(row, rename) : row
  })
}

/** The columns under the names of the statement. */
function underOwnNames(row: Row, rename: Rename): Row {
  return new Proxy(row, {
    get: (columns, name) => (typeof name === 'string' ? columns[rename(name)] : undefined),
  })
}
