/** The part of a prepared statement of `node:sqlite` that this store uses. */
export interface Statement {
  all(parameters: Readonly<Record<string, StoredValue>>): unknown[]
}

/** What `node:sqlite` takes as a parameter. */
export type StoredValue = null | number | bigint | string | Uint8Array

/** The part of a database of `node:sqlite` that this store uses. */
export interface OpenFile {
  exec(sql: string): void
  prepare(sql: string): Statement
  close(): void
}

/** `node:sqlite`, as far as this store uses it. Its own types are not in the types of every Node. */
export interface NodeSqlite {
  readonly DatabaseSync: new (path: string, options?: { readonly readOnly?: boolean }) => OpenFile
}

/** The part of `process` that finds modules. Node 20.11 to 20.15 do not have the function. */
interface FindsModules {
  readonly version: string
  readonly getBuiltinModule?: (id: 'node:sqlite') => NodeSqlite | undefined
}

/**
 * `node:sqlite` of this Node. It is not imported, because the import would fail on a Node without it, and this package
 * runs there with another store.
 */
export function nodeSqlite(from: FindsModules = process): NodeSqlite {
  const found = from.getBuiltinModule?.('node:sqlite')
  if (found) return found
  throw new Error(
    `This is Node ${from.version}, which has no node:sqlite. Use Node 22.13 or newer (22.5 to 22.12 with --experimental-sqlite), or postgresStore or mysqlStore.`,
  )
}
