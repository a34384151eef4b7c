/**
 * Backups: the rows worth keeping of a database, at one instant, in a folder of plain files with a manifest; and the
 * restore; and what follows a recovery that PostgreSQL did by its own means. A backup contains citizens (passwords as hashes), programs, consents, sealed signing keys and the audit. It
 * never contains the secret key, or what must not become valid again (sessions, tokens, codes, links).
 */
export { BackupTrouble } from './backup-trouble.ts'
export { inspectBackup } from './inspect-backup.ts'
export { makeBackup } from './make-backup.ts'
export type { Manifest } from './manifest.ts'
export { type Restored, restoreBackup } from './restore-backup.ts'
export { BACKUPS } from './room.ts'
export { settleRecovery } from './settle-recovery.ts'
