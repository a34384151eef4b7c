/** A backup cannot be made or restored. The message tells the operator why, and what to do, in one sentence. */
export class BackupTrouble extends Error {
  override readonly name = 'BackupTrouble'
}

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full: make room, and run the command again',
  EDQUOT: 'the quota of the disk is used up: make room, and run the command again',
  EFBIG: 'this user may not write a file of this size: raise the limit, and run the command again',
}

/** A fault of a file or folder, as one sentence. */
export function fileTrouble(error: unknown, path: string, action: 'read' | 'written'): BackupTrouble {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason'
  const reason = REASONS[code]
  const why = reason === undefined ? ` (${code})` : `, because ${reason}`
  return new BackupTrouble(`${path} cannot be ${action}${why}.`, { cause: error })
}
