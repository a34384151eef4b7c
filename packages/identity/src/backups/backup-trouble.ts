import { NO_ROOM } from '../platform/no-room.ts'

/** A backup cannot be made or restored. The message tells the operator why, and what to do, in one sentence. */
export class BackupTrouble extends Error {
  override readonly name = 'BackupTrouble'
}

/** A fault of a file or folder, as one sentence. */
export function fileTrouble(error: unknown, path: string, action: 'read' | 'written'): BackupTrouble {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason'
  const reason = NO_ROOM[code]
  const why = reason === undefined ? ` (${code})` : `, because ${reason}, and run the command again`
  return new BackupTrouble(`${path} cannot be ${action}${why}.`, { cause: error })
}
