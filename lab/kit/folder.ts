import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Makes a temporary folder that the user of the embedded PostgreSQL, who is nobody where we are root, can pass. */
export function openFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'portico-lab-'))
  chmodSync(folder, 0o711)
  return folder
}
