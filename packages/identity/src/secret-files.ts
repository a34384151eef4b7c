import { readFileSync, statSync } from 'node:fs'

type Environment = Readonly<Record<string, string | undefined>>

/** The settings whose value is secret. For each of them, `NAME_FILE` may name a file that has the value. */
export const SECRET_SETTINGS = [
  'PORTICO_DATABASE_URL',
  'PORTICO_SECRET_KEY',
  'PORTICO_SMTP_URL',
  'PORTICO_REDIS_URL',
] as const

/** The file of one secret setting. */
export interface SecretFile {
  /** The setting that names it, such as `PORTICO_SMTP_URL_FILE`. */
  readonly setting: string
  readonly path: string
}

/** The secrets that files have. */
export interface SecretFiles {
  readonly files: readonly SecretFile[]
  /** The values, by the setting without `_FILE`. A file with a fault has the value `''`. */
  readonly values: ReadonlyMap<string, string>
  /** One sentence for each fault. None of them repeats a value. */
  readonly faults: readonly string[]
}

/** A secret is a short line. A larger file is another one, named by mistake. */
const MOST_BYTES = 65_536

/** Reads the files that `NAME_FILE` names. */
export function readSecretFiles(environment: Environment): SecretFiles {
  const values = new Map<string, string>()
  const [files, faults]: [SecretFile[], string[]] = [[], []]
  for (const name of SECRET_SETTINGS) {
    const setting = `${name}_FILE`
    const path = environment[setting]?.trim()
    if (!path) continue
    const read = environment[name]?.trim()
      ? { fault: `${name} and ${setting} are both set; remove one of them` }
      : readSecret(setting, path)
    files.push({ setting, path })
    values.set(name, 'value' in read ? read.value : '')
    if ('fault' in read) faults.push(read.fault)
  }
  return { files, values, faults }
}

type Read = { readonly value: string } | { readonly fault: string }

function readSecret(setting: string, path: string): Read {
  const fault = (what: string, mend: string) => ({ fault: `${setting}: the file ${path} ${what}; ${mend}` })
  try {
    const about = statSync(path)
    if (!about.isFile()) return fault('is not a regular file', 'name a file that has only the value')
    if (about.size > MOST_BYTES) return fault('is too large', 'name a file that has only the value')
    const value = readFileSync(path, 'utf8').trim()
    if (value === '') return fault('is empty', 'write the value into it')
    if (/[\r\n\0]/.test(value)) return fault('has several lines', 'write only the value into it, on one line')
    return { value }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason'
    if (code === 'ENOENT') return fault('does not exist', 'make it, or correct the path')
    return fault(`cannot be read (${code})`, 'let the user that runs Portico read it')
  }
}
