import { join } from 'node:path'
import type { Keyring } from '../platform/keyring.ts'
import type { Tables } from '../platform/postgres/table.ts'
import { openSigningKey } from '../signing-keys/index.ts'
import { BackupTrouble } from './backup-trouble.ts'
import { type ReadBackup, type ReadBackupNeeds, readBackup } from './check-backup.ts'
import { listFolder, readLines } from './folder.ts'
import { keptTablesOf } from './kept-tables.ts'
import { type BackupFile, fileName, MANIFEST, type Manifest } from './manifest.ts'

/** The keyring (`lost`: neither the seal nor the signing keys are checked), the tables and the progress. */
export interface InspectBackupNeeds extends ReadBackupNeeds {
  /** Called for each table. */
  readonly progress: (line: string) => void
}

/**
 * Checks a backup without a database and without a restore: its seal and the version of its schema; that no table is missing
 * and no file was added; the length and the hash of each file, the number of its rows and their columns; and that the secret
 * keys open its signing keys. Throws BackupTrouble, UnreadableSigningKey.
 */
export async function inspectBackup(needs: InspectBackupNeeds, folder: string): Promise<Manifest> {
  const backup = await readBackup(needs, folder)
  const { files } = backup.manifest
  refuseMissingTables(needs.tables, backup)
  await refuseOtherFiles(folder, files)
  for (const file of files) {
    await inspectTable(needs, folder, file)
    needs.progress(`${file.table}: ${file.rows} rows`)
  }
  return backup.manifest
}

function refuseMissingTables(tables: Tables, { manifest, earlier }: ReadBackup): void {
  const missing = keptTablesOf(tables, earlier).filter(
    (table) => !manifest.files.some((file) => file.table === table),
  )
  if (missing.length === 0) return
  throw new BackupTrouble(
    `${MANIFEST} does not name ${missing.map(fileName).join(', ')}, which a backup of this schema has: use another copy of it.`,
  )
}

async function refuseOtherFiles(folder: string, files: readonly BackupFile[]): Promise<void> {
  const expected = new Set([MANIFEST, ...files.map(({ table }) => fileName(table))])
  const found = await listFolder(folder)
  const [missing] = [...expected].filter((name) => !found.includes(name))
  if (missing !== undefined)
    throw new BackupTrouble(`${join(folder, missing)} is missing: use another copy of this backup.`)
  const [other] = found.filter((name) => !expected.has(name))
  if (other === undefined) return
  throw new BackupTrouble(
    `${join(folder, other)} does not belong to this backup: move it away if you know where it comes from.`,
  )
}

async function inspectTable(
  { keyring }: InspectBackupNeeds,
  folder: string,
  file: BackupFile,
): Promise<void> {
  const path = join(folder, fileName(file.table))
  const seen = await readRows(folder, file)
  if (seen.wrongLine > 0) throw unlike(path, `line ${seen.wrongLine} is no row of its table`)
  if (seen.rows !== file.rows) throw unlike(path, `it has ${seen.rows} rows and should have ${file.rows}`)
  if (keyring === 'lost') return
  for (const key of seen.signingKeys) openKey(keyring, key)
}

function unlike(path: string, how: string): BackupTrouble {
  return new BackupTrouble(`${path} is not a file of a backup (${how}): use another copy of this backup.`)
}

type Row = Readonly<Record<string, unknown>>

/** What a table's file contains. `wrongLine` is the number of the first line that is no row, or 0. */
async function readRows(folder: string, file: BackupFile) {
  const seen = { rows: 0, wrongLine: 0, signingKeys: new Array<Row>() }
  const look = (line: string) => {
    seen.rows += 1
    const row = readRow(line, file.columns)
    if (!row) seen.wrongLine ||= seen.rows
    if (row && file.table === 'signing_keys') seen.signingKeys.push(row)
  }
  for await (const lines of readLines(folder, file)) lines.forEach(look)
  return seen
}

/** The row of a line; undefined where it has not exactly these columns. */
function readRow(line: string, columns: readonly string[]): Row | undefined {
  try {
    const row: unknown = JSON.parse(line)
    if (typeof row !== 'object' || row === null) return undefined
    const isWhole = Object.keys(row).length === columns.length && columns.every((name) => name in row)
    return isWhole ? { ...row } : undefined
  } catch {
    return undefined
  }
}

function openKey(keyring: Keyring, { kid, sealed_private: sealed }: Row): void {
  // PostgreSQL writes bytes in JSON as `\x` and hexadecimal digits.
  const sealedPrivate = Buffer.from(String(sealed).slice(2), 'hex')
  openSigningKey(keyring, { kid: String(kid), sealedPrivate })
}
