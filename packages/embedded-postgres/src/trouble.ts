/** Why the embedded PostgreSQL cannot run, in one sentence with what to do. */
export class EmbeddedTrouble extends Error {
  override readonly name = 'EmbeddedTrouble'
}

/** The alternative that always works: a PostgreSQL that the operator runs. */
export const USE_YOUR_OWN = 'set PORTICO_DATABASE_URL to a PostgreSQL of your own'

/** Describes a failure of the file system in one sentence about `path`. Other errors are returned unchanged. */
export function explainFileError(error: unknown, path: string): unknown {
  const code = errorCode(error) ?? ''
  if (['ENOSPC', 'EDQUOT'].includes(code)) return diskFull(path, error)
  const remedy = REMEDIES[code]
  return remedy
    ? new EmbeddedTrouble(`Portico cannot use ${path} (${code}): ${remedy}.`, { cause: error })
    : error
}

const NOT_ALLOWED = 'give its user write permission there or choose another PORTICO_DATA_DIR'
const IN_THE_WAY = 'move away what is there or choose another PORTICO_DATA_DIR'

const REMEDIES: Readonly<Record<string, string>> = {
  EACCES: NOT_ALLOWED,
  EPERM: NOT_ALLOWED,
  EROFS: NOT_ALLOWED,
  ENOTDIR: IN_THE_WAY,
  EEXIST: IN_THE_WAY,
  ENOTEMPTY: IN_THE_WAY,
}

/** The error for a full disk under `path`. */
export function diskFull(path: string, cause?: unknown): EmbeddedTrouble {
  return new EmbeddedTrouble(
    `The disk that holds ${path} is full: free some space and start again. No data are lost.`,
    { cause },
  )
}

/** The code of a system or PostgreSQL error (`ENOENT`, `57P03`). */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return String(error.code)
}
