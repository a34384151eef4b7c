import { isKept, type Tables } from '../platform/postgres/table.ts'

/** The file that makes a folder a backup. It is written last, so an incomplete folder has none. */
export const MANIFEST = 'manifest.json'

const FORMAT = 'portico-backup-1'
const NAME = /^[a-z][a-z0-9_]{0,62}$/
const SHA256 = /^[0-9a-f]{64}$/

/** One table in one file: a JSON object per line. */
export interface BackupFile {
  readonly table: string
  readonly columns: readonly string[]
  readonly rows: number
  readonly bytes: number
  /** SHA-256 of the file, in hex. */
  readonly sha256: string
}

/** The contents of a backup. */
export interface Manifest {
  /** ISO 8601, in UTC. */
  readonly madeAt: string
  /** The applied migrations, in order: the version of the schema. */
  readonly migrations: readonly string[]
  readonly files: readonly BackupFile[]
}

/** A manifest and its seal, which is not checked yet. */
export interface SealedManifest {
  readonly manifest: Manifest
  readonly seal: Buffer
}

/** The name of a table's file. */
export function fileName(table: string): string {
  return `${table}.jsonl`
}

/** The text that the seal covers. */
export function sealedWords(manifest: Manifest): string {
  return `backup manifest ${JSON.stringify(manifest)}`
}

/** The text of the manifest's file. */
export function writeManifest({ manifest, seal }: SealedManifest): string {
  return `${JSON.stringify({ format: FORMAT, ...manifest, seal: seal.toString('base64url') }, null, 2)}\n`
}

/** Reads a manifest of these tables. Nothing where the text is not one. */
export function readManifest(text: string, tables: Tables): SealedManifest | undefined {
  const read = parse(text)
  if (read['format'] !== FORMAT || typeof read['seal'] !== 'string') return undefined
  const { madeAt, migrations, files } = read
  if (typeof madeAt !== 'string' || Number.isNaN(Date.parse(madeAt)) || !areWords(migrations))
    return undefined
  if (!Array.isArray(files)) return undefined
  const known = files.map((file) => readFile(file, tables)).filter((file) => file !== undefined)
  const names = new Set(known.map(({ table }) => table))
  if (known.length !== files.length || names.size !== files.length) return undefined
  return { manifest: { madeAt, migrations, files: known }, seal: Buffer.from(read['seal'], 'base64url') }
}

function readFile(value: unknown, tables: Tables): BackupFile | undefined {
  if (!isRecord(value)) return undefined
  const { table, columns, rows, bytes, sha256 } = value
  if (typeof table !== 'string' || !isKept(tables, table)) return undefined
  if (!areNames(columns)) return undefined
  if (!isCount(rows) || !isCount(bytes)) return undefined
  if (typeof sha256 !== 'string' || !SHA256.test(sha256)) return undefined
  return { table, columns, rows, bytes, sha256 }
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function areWords(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

function areNames(value: unknown): value is readonly string[] {
  return areWords(value) && value.length > 0 && value.every((name) => NAME.test(name))
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}
