import { readSecretFile } from './platform/secret-file.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** The settings whose value is secret. For each of them, `NAME_FILE` may name a file that has the value. */
export const SECRET_SETTINGS = [
  'PORTICO_DATABASE_URL',
  'PORTICO_SECRET_KEY',
  'PORTICO_SMTP_URL',
  'PORTICO_REDIS_URL',
  'PORTICO_AUDIT_WEBHOOK_SECRET',
  'PORTICO_PKCS11_PIN',
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
  const read = readSecretFile(path)
  if (read.ok) return { value: read.value }
  return { fault: `${setting}: the file ${path} ${read.refusal.what}; ${read.refusal.mend}` }
}
