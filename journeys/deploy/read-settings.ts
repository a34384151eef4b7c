import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readConfig } from '../../packages/gate/src/config.ts'
import { ROOT } from './tools.ts'

type Settings = Readonly<Record<string, string>>

const CONSOLE = join(ROOT, 'packages/console/src/index.ts')

/** Whether the package of the console is here: it can be taken away. */
export const hasConsole = existsSync(CONSOLE)

/** What the console, or the gate, says of its settings: '' where all are known, nothing is missing and every file is there. */
export async function faultsOf(what: 'console' | 'gate', settings: Settings): Promise<string> {
  try {
    if (what === 'gate') readConfig(settings)
    else {
      const loaded: { readConsoleConfig(settings: Settings): unknown } = await import(
        pathToFileURL(CONSOLE).href
      )
      loaded.readConsoleConfig(settings)
    }
    return ''
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** A value that each secret may have, by the end of its file's name. */
const SECRETS = {
  'database-url': 'postgres://one:password@db/one',
  'client-secret': 'a-secret',
  'encryption-keys': `k1:${'A'.repeat(43)}`,
  key: Buffer.alloc(32, 3).toString('base64'),
} as const

/** The value of a secret in a file with this name. Throws where no secret has such a name. */
export function secretFor(file: string): string {
  const [, value] = Object.entries(SECRETS).find(([end]) => file.endsWith(end)) ?? []
  if (value === undefined) throw new Error(`${file} is no secret`)
  return value
}
