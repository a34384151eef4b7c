import type { Purge } from './purge.ts'

/**
 * How a distributed database stores a table. `by`: each row on the server of this column's value. `copied`: every row on every
 * server, for small tables that nearly every statement reads. `one-server`: all rows together on one of the servers, for a
 * queue whose statements look at several rows.
 */
export type Placement = { readonly by: string } | 'copied' | 'one-server'

/** What a room says about one of its tables. */
export interface Table {
  /** `gone`: a migration has dropped it or will, because its room is given up for good; old backups have it. */
  readonly placement: Placement | 'gone'
  /** The statements of the baseline that make it, which never change. Without them a numbered migration of its room makes it. */
  readonly madeBy?: string
  /**
   * Whether a backup has it. A table is left out, and emptied after a recovery, where its rows must not become valid again after a restore (with them
   * somebody could sign in, enter a program or set a password), where they are worthless then (counters), or where they are
   * letters that would be sent twice. `note`: it says something about the database that it is in.
   */
  readonly backup: 'kept' | 'left-out' | 'note'
  /** Deletes the rows that are over. */
  readonly purge?: Purge
  /** Columns of bytes or of secret texts that the console reads all the same, because one of its questions compares them, or a page shows them. All others are empty to it. */
  readonly compared?: readonly string[]
  /** What the console may write through its view. Without it: nothing. */
  readonly throughConsole?: WrittenThroughConsole
  /** Whether a row of it means that this database is in use. */
  readonly meansUse?: true
}

/**
 * What a row does that the console inserts into the view of a table, or changes there: a block of PL/pgSQL, which has it as `new` and `old`. It runs with the rights of the
 * views' owner, so it names every column and every state that the console may choose. What is missing is refused.
 */
export interface WrittenThroughConsole {
  readonly insert?: (table: string) => string
  readonly update?: (table: string) => string
}

/** The tables of a room, or of all rooms, by their names. */
export type Tables = Readonly<Record<string, Table>>

/** Placed by their citizen, so that one server has everything of a citizen. */
export const BY_CITIZEN: Placement = { by: 'citizen_id' }

/** How rows that are over are deleted from these tables. */
export function purgesOf(tables: Tables): readonly Purge[] {
  return Object.values(tables).flatMap(({ purge }) => purge ?? [])
}

/** Whether a backup contains a table. */
export function isKept(tables: Tables, table: string): boolean {
  return isOurs(tables, table) && tables[table]?.backup === 'kept'
}

/** Whether the rows of a table must not become valid again. */
export function isLeftOut(tables: Tables, table: string): boolean {
  return isOurs(tables, table) && tables[table]?.backup === 'left-out'
}

/** Whether a table is one of Portico's, whatever its name means to JavaScript. */
export function isOurs(tables: Tables, table: string): boolean {
  return Object.hasOwn(tables, table)
}
