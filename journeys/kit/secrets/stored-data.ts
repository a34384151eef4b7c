import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

/** Stored or logged data, which must contain no secret. */
export interface StoredData {
  readonly name: string
  readonly bytes: Buffer
}

/** Every row of every table as text, one item for each table. */
export async function dumpTables(databaseUrl: string): Promise<readonly StoredData[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return await dumpOver(client)
  } finally {
    await client.end()
  }
}

/** The same over an open connection. A new one would read the catalog of every table anew. */
export async function dumpOver(client: pg.Client): Promise<readonly StoredData[]> {
  const { rows: tables } = await client.query<{ name: string }>(`
    select relname::text as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname`)
  const ofEach = tables.map(({ name }) => {
    const [text, table] = [client.escapeLiteral(name), client.escapeIdentifier(name)]
    return `select ${text} as name, (select string_agg(row_to_json(kept)::text, e'\\n') from ${table} kept) as lines`
  })
  const { rows } = await client.query<{ name: string; lines: string | null }>(ofEach.join(' union all '))
  // Bytes in a row are searched as bytes, too: "\\x…" in the JSON is hex already.
  return rows.map(({ name, lines }) => ({ name: `table ${name}`, bytes: Buffer.from(lines ?? '') }))
}

/** Every file below a folder: tables, indexes and WAL, as they are on the disk. */
export function filesUnder(folder: string): readonly StoredData[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => statSync(file).size > 0)
    .map((file) => ({ name: file.slice(folder.length), bytes: readFileSync(file) }))
}

/** The size of the data. */
export function megabytesOf(data: readonly StoredData[]): number {
  return Math.round(data.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1_048_576)
}
