import type pg from 'pg'

interface Migrating {
  migrate(): Promise<unknown>
}

/**
 * Opens stores on one schema, each on empty tables. A schema for each case of the conformance would take most of the time.
 * One store at a time may be open.
 */
export function onEmptiedSchema<Store extends Migrating>(
  pool: () => pg.Pool,
  schema: string,
  open: (schema: string) => Store,
): () => Promise<Store> {
  return async () => {
    const { rows } = await pool().query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = $1 and tablename <> 'meta'",
      [schema],
    )
    const emptying = rows.map(({ name }) => `delete from ${schema}.${name};`).join('')
    if (emptying !== '') await pool().query(emptying)
    const store = open(schema)
    await store.migrate()
    return store
  }
}
