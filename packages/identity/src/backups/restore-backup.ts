import { appendEvent, type ByOperator, forgetForeignNumbers } from '../audit/index.ts'
import { findHighestSecurityVersion, holdSuspensions } from '../citizens/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Keyring } from '../platform/keyring.ts'
import type { DatabaseAddress } from '../platform/postgres/connect.ts'
import type { Schema } from '../platform/postgres/schema.ts'
import { isKept, isOurs, type Tables } from '../platform/postgres/table.ts'
import type { Random } from '../platform/random.ts'
import { requireReadableKeys } from '../signing-keys/index.ts'
import { BackupTrouble } from './backup-trouble.ts'
import { type BulkTransaction, type Changes, rebuild } from './bulk.ts'
import { checkBackup, type ReadBackup } from './check-backup.ts'
import { readBytes } from './folder.ts'
import type { BackupFile, Manifest } from './manifest.ts'
import { NewVersions } from './new-versions.ts'
import { raiseVersions } from './raise-versions.ts'
import { refuseWhileInUse } from './refuse-while-in-use.ts'

const CITIZENS = 'citizens'
/** The rows of these stay, beside those of the backup: what happened, and what says that it was not changed. */
const NEVER_LOST = ['audit_events', 'audit_seals']
const KEYS = 'signing_keys'

/** The database, the keyring and the progress. */
export interface RestoreBackupNeeds extends Schema, ByOperator {
  readonly address: DatabaseAddress
  readonly clock: Clock
  readonly random: Random
  /** `lost`: the seal is not checked, and the signing keys are left out, because they cannot be opened. */
  readonly keyring: Keyring | 'lost'
  /** Called for each table. */
  readonly progress: (line: string) => void
}

/** Which backup to restore, and whether it may replace data. */
export interface RestoreOrder {
  readonly folder: string
  readonly onData: 'refuse' | 'replace'
}

/** What was restored. */
export interface Restored {
  readonly manifest: Manifest
  /** Where the signing keys come from. */
  readonly signingKeys: 'of-the-backup' | 'of-the-database' | 'none'
  /** How many suspensions had an end, and have none now. */
  readonly suspensions: number
}

/**
 * Makes the database what it was when the backup was made, in one transaction. Nothing becomes valid again: sessions,
 * grants, codes, tokens, links, waiting registrations and letters are in no backup, and those of the database are
 * deleted. Audit events are never lost. Every citizen gets a security version that no citizen ever had. Where the
 * database has signing keys that programs may know, these stay, so that a key that was withdrawn after the backup stays
 * withdrawn. Throws BackupTrouble.
 */
export async function restoreBackup(needs: RestoreBackupNeeds, order: RestoreOrder): Promise<Restored> {
  const backup = await checkBackup(needs, order.folder)
  const { manifest } = backup
  return rebuild(needs.address, async (bulk) => {
    await refuseWhileInUse(bulk)
    const { keepsKeys, aside, highestVersion } = await clearDatabase(needs.tables, bulk, order)
    await bulk.applyMigrations(backup.earlier)
    const versions = new NewVersions(highestVersion, needs.clock.now())
    await fill(needs, { bulk, folder: order.folder, backup, keepsKeys, versions })
    await bulk.applyMigrations(backup.later)
    const signingKeys = await settleKeys(needs, bulk, keepsKeys)
    const version = versions.isHighest
      ? versions.version
      : await raiseVersions({ ...needs, db: bulk.db }, versions.highest)
    const suspensions = await holdSuspensions(bulk.db)
    for (const table of aside) await bulk.putBack(table)
    await forgetForeignNumbers(bulk.db)
    await appendEvent(
      { ...needs, db: bulk.db },
      {
        name: 'backup-restored',
        origin: needs.by,
        details: { ...detailsOf(order, manifest), security_version: version, suspensions },
      },
    )
    await refuseWhileInUse(bulk)
    return { manifest, signingKeys, suspensions }
  })
}

/** What stays when the tables are deleted. */
interface Cleared {
  /** Whether the database's own signing keys stay. */
  readonly keepsKeys: boolean
  /** The tables whose rows come back. An empty database has none. */
  readonly aside: readonly string[]
  /** The highest security version of its citizens. */
  readonly highestVersion: number
}

/** Drops every table. Returns what must stay. */
async function clearDatabase(
  ours: Tables,
  bulk: BulkTransaction,
  { onData }: RestoreOrder,
): Promise<Cleared> {
  const tables = (await bulk.tables()).map(({ table }) => table).filter((table) => isOurs(ours, table))
  const used: string[] = []
  for (const table of tables.filter((name) => ours[name]?.meansUse)) {
    if (!(await bulk.isEmpty(table))) used.push(table)
  }
  if (used.length > 0 && onData === 'refuse') {
    throw new BackupTrouble(
      `The database is not empty (${used.join(', ')}): name another one, or replace everything in it with --force. Nothing was changed.`,
    )
  }
  const keepsKeys = used.length > 0 && !(await bulk.isEmpty(KEYS))
  const highestVersion = used.includes(CITIZENS) ? await findHighestSecurityVersion(bulk.db) : 0
  const aside = NEVER_LOST.filter((table) => tables.includes(table))
  for (const table of aside) await bulk.setAside(table)
  if (keepsKeys) await bulk.setAside(KEYS)
  await bulk.dropTables(tables)
  return { keepsKeys, aside, highestVersion }
}

interface Filling {
  readonly bulk: BulkTransaction
  readonly folder: string
  readonly backup: ReadBackup
  readonly keepsKeys: boolean
  readonly versions: NewVersions
}

async function fill(
  needs: RestoreBackupNeeds,
  { bulk, folder, backup, keepsKeys, versions }: Filling,
): Promise<void> {
  const { files } = backup.manifest
  const expected = (await bulk.tables())
    .map(({ table }) => table)
    .filter((table) => isKept(needs.tables, table))
  const missing = expected.filter((table) => !files.some((file) => file.table === table))
  if (missing.length > 0) {
    throw new BackupTrouble(`The backup lacks ${missing.join(', ')}: use another copy of it.`)
  }
  const leavesKeys = keepsKeys || needs.keyring === 'lost'
  const makeIndexes = await bulk.withoutIndexes(expected)
  for (const file of files.filter(({ table }) => table !== KEYS || !leavesKeys)) {
    const changes = file.table === CITIZENS ? { security_version: versions.replace } : {}
    await fillTable(bulk, folder, { file, changes })
    needs.progress(`${file.table}: ${file.rows} rows`)
  }
  needs.progress('Making the indexes')
  await makeIndexes()
}

async function fillTable(
  bulk: BulkTransaction,
  folder: string,
  { file, changes }: { readonly file: BackupFile; readonly changes: Changes },
): Promise<void> {
  const rows = await bulk.insertRows(file, readBytes(folder, file), changes)
  if (rows !== file.rows) {
    throw new BackupTrouble(
      `${file.table} has ${rows} rows and should have ${file.rows}. Nothing was changed.`,
    )
  }
}

/** Opens the signing keys now, because the service does not start with one that cannot be opened. */
async function settleKeys(
  { keyring }: RestoreBackupNeeds,
  bulk: BulkTransaction,
  keepsKeys: boolean,
): Promise<Restored['signingKeys']> {
  if (keepsKeys) await bulk.putBack(KEYS)
  if (await bulk.isEmpty(KEYS)) return 'none'
  if (keyring !== 'lost') await requireReadableKeys({ db: bulk.db, keyring })
  return keepsKeys ? 'of-the-database' : 'of-the-backup'
}

function detailsOf({ folder, onData }: RestoreOrder, { madeAt, files }: Manifest) {
  return { folder, made_at: madeAt, on_data: onData, rows: files.reduce((sum, { rows }) => sum + rows, 0) }
}
