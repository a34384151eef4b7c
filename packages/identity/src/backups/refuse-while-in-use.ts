import { setTimeout as wait } from 'node:timers/promises'
import { counted } from '../platform/counted.ts'
import { BackupTrouble } from './backup-trouble.ts'
import type { BulkTransaction } from './bulk.ts'

/** A stopped service leaves the server's list of sessions a moment later. It is read this many times. */
const CLOSING_LOOKS = 40
const LOOK_MILLISECONDS = 25

/** Throws BackupTrouble while other processes of Portico use the database. */
export async function refuseWhileInUse(bulk: BulkTransaction): Promise<void> {
  let sessions = await bulk.countOtherSessions()
  for (let look = 0; sessions > 0 && look < CLOSING_LOOKS; look += 1) {
    await wait(LOOK_MILLISECONDS)
    sessions = await bulk.countOtherSessions()
  }
  if (sessions === 0) return
  throw new BackupTrouble(
    `The service or another command of Portico works on this database (${counted(sessions, 'open session')}): stop every one of them first. Nothing was changed.`,
  )
}
