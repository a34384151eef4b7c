/**
 * Backups: what is worth keeping of a database, as it was at one instant, in a folder of plain files with a manifest, and
 * the way back. A backup holds citizens (passwords as hashes), programs, consents, sealed signing keys and the audit. It
 * never holds what could come to life again (sessions, tokens, codes, links) and never the secret key.
 */
export { BackupTrouble } from './backup-trouble.ts'
export { makeBackup } from './make-backup.ts'
export type { Manifest } from './manifest.ts'
export { type Restored, restoreBackup } from './restore-backup.ts'
