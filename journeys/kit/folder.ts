import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Makes a temporary folder that the user of the embedded PostgreSQL can enter (`nobody` where we are root). */
export function openFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'portico-lab-'))
  chmodSync(folder, 0o711)
  return folder
}
