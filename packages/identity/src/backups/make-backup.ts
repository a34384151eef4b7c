import { appendEvent, type ByOperator } from '../audit/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Keyring } from '../platform/keyring.ts'
import type { DatabaseAddress } from '../platform/postgres/connect.ts'
import type { Database } from '../platform/postgres/database.ts'
import { findAppliedMigrations } from '../platform/postgres/schema-range.ts'
import { isKept, type Tables } from '../platform/postgres/table.ts'
import type { Random } from '../platform/random.ts'
import { type BulkTransaction, readSnapshot, type TableShape } from './bulk.ts'
import { clearFolder, placeManifest, takeFolder, writeTable } from './folder.ts'
import { type BackupFile, type Manifest, sealedWords, writeManifest } from './manifest.ts'

/** The database, the keyring that seals the manifest, and the progress. */
export interface MakeBackupNeeds extends ByOperator {
  readonly address: DatabaseAddress
  readonly db: Database
  readonly clock: Clock
  readonly random: Random
  readonly keyring: Keyring
  readonly tables: Tables
  /** Called for each table. */
  readonly progress: (line: string) => void
}

/**
 * Writes a backup of one instant into an empty folder, while the service runs. The manifest comes last, so an
 * incomplete folder is no backup. Throws BackupTrouble.
 */
export async function makeBackup(needs: MakeBackupNeeds, folder: string): Promise<Manifest> {
  await takeFolder(folder)
  const kept = Object.keys(needs.tables).filter((table) => isKept(needs.tables, table))
  try {
    const manifest = await readSnapshot(needs.address, kept, (bulk) => writeTables(needs, bulk, folder))
    const rows = manifest.files.reduce((sum, file) => sum + file.rows, 0)
    await appendEvent(needs, { name: 'backup-made', origin: needs.by, details: { folder, rows } })
    const seal = needs.keyring.sign(sealedWords(manifest))
    await placeManifest(folder, writeManifest({ manifest, seal }))
    return manifest
  } catch (error) {
    await clearFolder(folder, kept)
    throw error
  }
}

async function writeTables(
  { clock, progress, tables }: MakeBackupNeeds,
  bulk: BulkTransaction,
  folder: string,
): Promise<Manifest> {
  const madeAt = new Date(clock.now() * 1000).toISOString()
  const migrations = (await findAppliedMigrations(bulk.db)).map(({ name }) => name)
  const files: BackupFile[] = []
  for (const shape of (await bulk.tables()).filter(({ table }) => isKept(tables, table))) {
    files.push(await writeOne(bulk, shape, folder))
    progress(`${shape.table}: ${files.at(-1)?.rows} rows`)
  }
  return { madeAt, migrations, files }
}

async function writeOne(bulk: BulkTransaction, shape: TableShape, folder: string): Promise<BackupFile> {
  return { ...shape, ...(await writeTable(folder, shape.table, (take) => bulk.readRows(shape, take))) }
}
