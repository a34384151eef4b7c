import { mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** A folder of the user's cache, outside of the repository: what is installed there is kept for the next run. The folder around it is made. */
export function keptFolder(name: string, env: NodeJS.ProcessEnv = process.env): string {
  const around = join(env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'portico')
  mkdirSync(around, { recursive: true })
  return join(around, name)
}
