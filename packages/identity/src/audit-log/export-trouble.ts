import { NO_ROOM } from '../platform/no-room.ts'

/** The audit cannot be exported. The message tells the operator why, and what to do, in one sentence. */
export class ExportTrouble extends Error {
  override readonly name = 'ExportTrouble'
}

const REASONS: Readonly<Record<string, string>> = {
  ...NO_ROOM,
  EACCES: 'this user may not write there: change its rights',
  EROFS: 'the disk is read-only: name another folder',
  ENOTDIR: 'a part of the path is a file: name another folder',
  EEXIST: 'there is a file of this name: name another folder',
}

/** A fault of a file or folder. What was exported before it is complete, so the next run goes on. */
export function fileTrouble(error: unknown, path: string): ExportTrouble {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason'
  const reason = REASONS[code] ?? `${code}: look at this path`
  return new ExportTrouble(
    `${path} cannot be written, because ${reason}, and run the command again. Days that it has already written stay exported.`,
    { cause: error },
  )
}
