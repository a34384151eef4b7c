import { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Stopped } from './needs.ts'

type Settings = Readonly<Record<string, string>>

/** Reads the settings in `.env`. An empty value counts as none. */
export function readEnvFile(folder: string): Settings {
  const lines = textOf(join(folder, '.env')).split('\n')
  const pairs = lines.flatMap((line) => {
    const [, name, value = ''] = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(.*?)\s*$/.exec(line) ?? []
    const bare = value.replace(/^(['"])(.*)\1$/, '$2')
    return name !== undefined && bare !== '' ? [[name, bare] as const] : []
  })
  return Object.fromEntries(pairs)
}

/**
 * Adds settings to `.env`. A setting that has a value keeps it. Only the user may read the file, because it holds a secret.
 * Returns the names that were added.
 */
export function addToEnvFile(folder: string, settings: Settings): readonly string[] {
  const path = join(folder, '.env')
  const text = textOf(path)
  const present = readEnvFile(folder)
  const added = Object.entries(settings).filter(([name]) => !(name in present))
  if (added.length === 0) return []
  const lines = added.map(([name, value]) => `${name}=${written(name, value)}\n`).join('')
  if (existsSync(path)) chmodSync(path, 0o600)
  writeFileSync(path, `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${lines}`, { mode: 0o600 })
  return added.map(([name]) => name)
}

/**
 * A value in the quotes with which Node and `readEnvFile` read it as it is. Another program could answer in place of the
 * identity service, so what would be a further setting is refused.
 */
function written(name: string, value: string): string {
  if (/^[\w./:@%+,?&=~-]*$/.test(value)) return value
  const isOneLine = !/\p{Cc}/u.test(value)
  if (isOneLine && !value.includes("'")) return `'${value}'`
  if (isOneLine && !/["\\]/.test(value)) return `"${value}"`
  throw new Stopped(`The value of ${name} cannot be written into .env. Set it in the environment instead.`)
}

/** Keeps files out of git, where `.gitignore` does not yet name them. */
export function keepOutOfGit(folder: string, names: readonly string[]): void {
  const path = join(folder, '.gitignore')
  const text = textOf(path)
  const listed = text.split('\n').map((line) => line.trim())
  const missing = names.filter((name) => !listed.includes(name))
  if (missing.length === 0) return
  const gap = text === '' || text.endsWith('\n') ? '' : '\n'
  appendFileSync(path, `${gap}${missing.join('\n')}\n`)
}

/**
 * Writes a file that does not exist yet (`new`), and the folders above it. One that exists stays, and has the same text or
 * another one.
 */
export function writeNew(folder: string, name: string, text: string): 'new' | 'same' | 'other' {
  const path = join(folder, name)
  if (existsSync(path)) return readFileSync(path, 'utf8') === text ? 'same' : 'other'
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  return 'new'
}

function textOf(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}
