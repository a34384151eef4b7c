/** How a statement is sent. The options of the pool do not change the form of its rows. */
export interface MysqlStatement {
  readonly sql: string
  readonly rowsAsArray: false
  readonly nestTables: false
  readonly typeCast: (field: unknown, next: () => unknown) => unknown
}

/** A value that the store hands to the driver. */
export type MysqlValue = string | number | Buffer | null

/** The common part of `mysql2/promise` pools and connections. */
interface MysqlQueryable {
  /** Runs a prepared statement: values are never part of its text. */
  execute(statement: string | MysqlStatement, values?: MysqlValue[]): Promise<[unknown, unknown]>
}

/** The part of a `mysql2/promise` connection that this store uses. */
export interface MysqlConnectionLike extends MysqlQueryable {
  query(text: string): Promise<[unknown, unknown]>
  beginTransaction(): Promise<void>
  commit(): Promise<void>
  rollback(): Promise<void>
  release(): void
  destroy(): void
  on(event: 'error', listener: () => void): unknown
  off(event: 'error', listener: () => void): unknown
}

/** The part of a `mysql2/promise` pool that this store uses. */
export interface MysqlPoolLike<Connection extends MysqlConnectionLike = MysqlConnectionLike>
  extends MysqlQueryable {
  getConnection(): Promise<Connection>
}
