import { createHash } from 'node:crypto'
import { chmod, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { StringDecoder } from 'node:string_decoder'
import { BackupTrouble, fileTrouble } from './backup-trouble.ts'
import { type BackupFile, fileName, MANIFEST } from './manifest.ts'

/** Bytes of a file in one read. */
const CHUNK_BYTES = 256 * 1024

/** The rows, size and hash of a written file. */
export type Written = Pick<BackupFile, 'rows' | 'bytes' | 'sha256'>

/** Makes the folder, or uses an empty one. Only its owner may read it. */
export async function takeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const there = await readdir(folder)
    if (there.includes(MANIFEST)) {
      throw new BackupTrouble(`${folder} already contains a backup: name another folder.`)
    }
    if (there.length > 0) {
      throw new BackupTrouble(`${folder} is not empty: name a folder that is new or empty.`)
    }
    await chmod(folder, 0o700)
  } catch (error) {
    throw error instanceof BackupTrouble ? error : fileTrouble(error, folder, 'written')
  }
}

/** Deletes the files of a failed attempt. */
export async function clearFolder(folder: string, tables: readonly string[]): Promise<void> {
  const names = [...tables.map(fileName), incomingName()]
  await Promise.all(names.map((name) => rm(join(folder, name), { force: true }).catch(() => undefined)))
}

/** Writes the rows of a table, which `rows` gives as bytes of lines. They are on the disk when it returns. */
export async function writeTable(
  folder: string,
  table: string,
  rows: (take: (lines: Buffer) => Promise<void>) => Promise<number>,
): Promise<Written> {
  const hash = createHash('sha256')
  let bytes = 0
  const path = join(folder, fileName(table))
  const written = await writeDurably(path, (put) =>
    rows(async (lines) => {
      hash.update(lines)
      bytes += lines.length
      await put(lines)
    }),
  )
  return { rows: written, bytes, sha256: hash.digest('hex') }
}

/** Writes the manifest. With it, the folder is a backup. */
export async function placeManifest(folder: string, text: string): Promise<void> {
  const incoming = join(folder, incomingName())
  await writeDurably(incoming, (put) => put(text))
  await rename(incoming, join(folder, MANIFEST))
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

/** Reads the text of the manifest. */
export async function readManifestText(folder: string): Promise<string> {
  try {
    return await readFile(join(folder, MANIFEST), 'utf8')
  } catch (error) {
    if (!isMissing(error)) throw fileTrouble(error, join(folder, MANIFEST), 'read')
    throw new BackupTrouble(
      (await listFolder(folder)).length === 0
        ? `${folder} is empty: name the folder of a backup.`
        : `${folder} contains no complete backup, because it has no ${MANIFEST}: a backup that was interrupted never gets one.`,
    )
  }
}

/** The names of what is in a folder. */
export async function listFolder(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (!isMissing(error)) throw fileTrouble(error, folder, 'read')
    throw new BackupTrouble(`${folder} does not exist: name the folder of a backup.`)
  })
}

/** Compares a file with the manifest. Throws if a single bit differs. */
export async function checkTable(folder: string, file: BackupFile): Promise<void> {
  const chunks = readBytes(folder, file)[Symbol.asyncIterator]()
  while (!(await chunks.next()).done);
}

/** The lines of a table's file, in chunks of limited size. Throws at the end where they differ from the manifest. */
export async function* readLines(folder: string, file: BackupFile): AsyncIterable<readonly string[]> {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  for await (const chunk of readBytes(folder, file)) {
    const lines = `${rest}${decoder.write(chunk)}`.split('\n')
    rest = lines.pop() ?? ''
    yield lines
  }
}

/**
 * The bytes of a table's file, in chunks of limited size, each valid until the next one. Throws at the end where they differ from
 * the manifest.
 */
export async function* readBytes(folder: string, file: BackupFile): AsyncIterable<Buffer> {
  const path = join(folder, fileName(file.table))
  const hash = createHash('sha256')
  let bytes = 0
  try {
    for await (const chunk of readFileBytes(path)) {
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  } catch (error) {
    throw fileTrouble(error, path, 'read')
  }
  if (bytes === file.bytes && hash.digest('hex') === file.sha256) return
  const how = bytes < file.bytes ? 'it is shorter' : 'it was changed or damaged'
  throw new BackupTrouble(`${path} is not what was backed up (${how}): use another copy of this backup.`)
}

/** One buffer is used for all: to make a new one for each read costs more than the read. */
async function* readFileBytes(path: string): AsyncIterable<Buffer> {
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES)
  const file = await open(path, 'r')
  const next = async () => (await file.read(buffer, 0, CHUNK_BYTES, null)).bytesRead
  try {
    for (let bytes = await next(); bytes > 0; bytes = await next()) yield buffer.subarray(0, bytes)
  } finally {
    await file.close()
  }
}

/** A new file that is on the disk when it returns. `write` gets a function that writes. */
async function writeDurably<Value>(
  path: string,
  write: (put: (bytes: Buffer | string) => Promise<void>) => Promise<Value>,
): Promise<Value> {
  const failed = (error: unknown): never => {
    throw fileTrouble(error, path, 'written')
  }
  const file = await open(path, 'wx', 0o600).catch(failed)
  try {
    const value = await write((bytes) => file.writeFile(bytes).catch(failed))
    await file.sync().catch(failed)
    return value
  } finally {
    await file.close().catch(failed)
  }
}

function incomingName(): string {
  return `${MANIFEST}.incoming`
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
