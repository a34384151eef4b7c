/** A backup cannot be made or restored; the message is one sentence for the operator that says why and what to do. */
export class BackupTrouble extends Error {
  override readonly name = 'BackupTrouble'
}

/** Trouble with a file or folder, in a sentence. */
export function fileTrouble(error: unknown, path: string, deed: 'read' | 'written'): BackupTrouble {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason'
  return new BackupTrouble(`${path} cannot be ${deed} (${code}).`, { cause: error })
}
