import type { Keyring } from '../platform/keyring.ts'
import { type Migration, numberOf } from '../platform/postgres/migration.ts'
import type { Schema } from '../platform/postgres/schema.ts'
import { BackupTrouble } from './backup-trouble.ts'
import { checkTable, readManifestText } from './folder.ts'
import { MANIFEST, type Manifest, readManifest, type SealedManifest, sealedWords } from './manifest.ts'

/** A backup whose manifest is checked: unchanged, and of a release that this one knows. */
export interface ReadBackup {
  readonly manifest: Manifest
  /** The migrations of the backup, and those that came later. */
  readonly earlier: readonly Migration[]
  readonly later: readonly Migration[]
}

/** What a backup is read with. */
export interface ReadBackupNeeds extends Schema {
  /** `lost`: the seal is not checked. */
  readonly keyring: Keyring | 'lost'
}

/** Checks a backup before a restore changes anything: the manifest, and each file against it. Throws BackupTrouble. */
export async function checkBackup(needs: ReadBackupNeeds, folder: string): Promise<ReadBackup> {
  const backup = await readBackup(needs, folder)
  for (const file of backup.manifest.files) await checkTable(folder, file)
  return backup
}

/**
 * Reads the manifest, and checks its seal (unless the secret key is lost) and the version of the schema. Throws
 * BackupTrouble.
 */
export async function readBackup(
  { keyring, tables, migrations }: ReadBackupNeeds,
  folder: string,
): Promise<ReadBackup> {
  const read = readManifest(await readManifestText(folder), tables)
  if (!read) {
    throw new BackupTrouble(
      `${folder}/${MANIFEST} cannot be read: it was changed, or another release made it.`,
    )
  }
  const { manifest } = read
  if (keyring !== 'lost') checkSeal(read, keyring)
  return { manifest, ...splitMigrations(manifest, migrations) }
}

function checkSeal({ manifest, seal }: SealedManifest, keyring: Keyring): void {
  if (keyring.isSigned(sealedWords(manifest), seal)) return
  throw new BackupTrouble(
    `The seal of ${MANIFEST} is not valid: either the backup was made with another secret key (set PORTICO_SECRET_KEY to that key, or put its file secret-key into PORTICO_DATA_DIR), or the backup was changed. If the key is lost for good, use --without-key.`,
  )
}

function splitMigrations(
  { migrations }: Manifest,
  known: readonly Migration[],
): Omit<ReadBackup, 'manifest'> {
  const names = sinceBaseline(migrations, known)
  const unknown = names.filter((name) => !known.some((migration) => migration.name === name))
  if (unknown.length > 0) {
    throw new BackupTrouble(
      `The backup was made by a newer release, with migrations that this one does not know (${unknown.join(', ')}): restore it with that release.`,
    )
  }
  const isEarlier = names.every((name, at) => name === known[at]?.name)
  if (names.length === 0 || !isEarlier) throw neverInThisOrder()
  return { earlier: known.slice(0, names.length), later: known.slice(names.length) }
}

/** The migrations since the baseline. A backup of the last schema before it has the tables that the baseline makes. */
function sinceBaseline(names: readonly string[], [baseline]: readonly Migration[]): readonly string[] {
  const bringsOver = baseline?.bringsOver
  const isFormer = names.length > 0 && names.every((name) => numberOf(name) < Number(baseline?.number))
  if (!bringsOver || !isFormer) return names
  if (!names.every((name, at) => numberOf(name) === at + 1)) throw neverInThisOrder()
  const last = names.at(-1)
  if (last === bringsOver.from) return [baseline.name]
  throw new BackupTrouble(
    `The backup is of a development version (its last migration is ${last}), and this release restores only one with ${bringsOver.from}: restore it with ${bringsOver.madeBy}, and make a backup of that database there.`,
  )
}

function neverInThisOrder(): BackupTrouble {
  return new BackupTrouble('The backup names migrations in an order that never existed: it was changed.')
}
