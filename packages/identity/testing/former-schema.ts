import { readFileSync } from 'node:fs'
import type { DatabaseAddress } from '../src/platform/postgres/connect.ts'
import { applyMigrations } from '../src/platform/postgres/migrate.ts'
import type { Migration } from '../src/platform/postgres/migration.ts'
import { openSession } from '../src/platform/postgres/session.ts'

const FILES = readFileSync(new URL('former-migrations.sql', import.meta.url), 'utf8')

/** The migrations that the baseline took the place of. */
export const FORMER_MIGRATIONS: readonly Migration[] = FILES.split(/^-- file: /m)
  .slice(1)
  .map((part, at) => {
    const [name = '', ...lines] = part.split('\n')
    const fitsFrom = Number(/^-- fits-from: (\d+)$/m.exec(part)?.[1] ?? at + 1)
    // In a transaction, where nobody else uses the table.
    const text = lines.join('\n').replaceAll(/\bconcurrently\b/g, '')
    return { name, text, number: at + 1, fitsFrom, needed: 'first', way: { kind: 'transaction' } }
  })

/** Makes the tables of a development version in an empty database: with all of those migrations, or with the first ones. */
export async function makeFormerSchema(
  address: DatabaseAddress,
  migrations: readonly Migration[] = FORMER_MIGRATIONS,
): Promise<void> {
  const session = await openSession(address)
  try {
    await session.transaction((tx) => applyMigrations(session, tx, migrations))
  } finally {
    await session.close()
  }
}
