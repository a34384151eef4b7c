import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseAddress, DatabasePool } from '../../packages/identity/src/platform/postgres/connect.ts'
import { openSession, quoteName } from '../../packages/identity/src/platform/postgres/session.ts'

/** Something in which no secret may be found. */
export interface Haystack {
  readonly name: string
  readonly bytes: Buffer
}

/** Every row of every table, as text, each table by itself. */
export async function dumpTables(address: DatabaseAddress): Promise<readonly Haystack[]> {
  const session = await openSession(address)
  try {
    const tables = await session.query<{ name: string }>`
      select relname::text as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname`
    const dumps: Haystack[] = []
    for (const { name } of tables) {
      const rows = await session.run<{ line: string }>(
        `select row_to_json(kept)::text as line from ${quoteName(name)} kept`,
      )
      // What is bytes in a row is looked at as bytes, too: "\\x…" in the JSON is hex already.
      dumps.push({ name: `table ${name}`, bytes: Buffer.from(rows.map(({ line }) => line).join('\n')) })
    }
    return dumps
  } finally {
    await session.close()
  }
}

/** Every file under a folder: tables, indexes and the log of writes as the disk holds them. */
export function filesUnder(folder: string): readonly Haystack[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => statSync(file).size > 0)
    .map((file) => ({ name: file.slice(folder.length), bytes: readFileSync(file) }))
}

/** How much there is to search. */
export function megabytesOf(haystacks: readonly Haystack[]): number {
  return Math.round(haystacks.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1_048_576)
}

/** A checkpoint, so that the files hold what was written. */
export async function flush(db: DatabasePool): Promise<void> {
  await db.query`checkpoint`
}
