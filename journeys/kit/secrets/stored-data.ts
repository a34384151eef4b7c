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
    const { rows: tables } = await client.query<{ name: string }>(`
      select relname::text as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname`)
    const dumps: StoredData[] = []
    for (const { name } of tables) {
      const statement = `select row_to_json(kept)::text as line from ${client.escapeIdentifier(name)} kept`
      const { rows } = await client.query<{ line: string }>(statement)
      // Bytes in a row are searched as bytes, too: "\\x…" in the JSON is hex already.
      dumps.push({ name: `table ${name}`, bytes: Buffer.from(rows.map(({ line }) => line).join('\n')) })
    }
    return dumps
  } finally {
    await client.end()
  }
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
