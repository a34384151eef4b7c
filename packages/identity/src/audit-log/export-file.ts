import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, link, mkdir, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { AuditDay } from '../audit/index.ts'
import { countSchema, objectSchema, textSchema } from '../platform/operation.ts'
import { parseOwnJson } from '../platform/own-json.ts'
import type { Random } from '../platform/random.ts'
import { fileTrouble } from './export-trouble.ts'

/** The last line of a file: with it, the file is complete. */
export interface ExportSummary {
  readonly day: string
  readonly events: number
  /** SHA-256 of all lines before, in hexadecimal digits. */
  readonly sha256: string
}

/** The schema of it. */
export const EXPORT_SUMMARY = objectSchema<ExportSummary>('ExportSummary', {
  day: textSchema('The day (UTC).'),
  events: countSchema('How many events the file has.'),
  sha256: textSchema('SHA-256 of all lines before the summary, in hexadecimal digits.'),
})

/** The file of a day. */
export function exportPath(folder: string, { name }: AuditDay): string {
  return join(folder, `audit-${name}.jsonl`)
}

const UNFINISHED = /^audit-\d{4}-\d\d-\d\d\.jsonl\.(\d{1,10})\.[0-9a-f]{16}\.unfinished$/

/**
 * Makes the folder, which only its owner may read, and deletes unfinished files of processes that run no more. One with the
 * number of this process is of an earlier one: in a container, every process has the number 1.
 */
export async function openExportFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const left = (await readdir(folder)).filter(isLeft)
    await Promise.all(left.map((name) => rm(join(folder, name), { force: true })))
  } catch (error) {
    throw fileTrouble(error, folder)
  }
}

function isLeft(name: string): boolean {
  const pid = UNFINISHED.exec(name)?.[1]
  return pid !== undefined && (Number(pid) === process.pid || !isRunning(Number(pid)))
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** The file of a day to write, and randomness for its first name, which no other process knows. */
export interface ExportPlace {
  readonly folder: string
  readonly day: AuditDay
  readonly random: Random
}

/**
 * Writes the lines of a day and its summary. The file gets its name only when all of it is on the disk, and never takes the
 * place of another file.
 */
export async function writeExport(
  { folder, day, random }: ExportPlace,
  batches: AsyncIterable<readonly string[]>,
): Promise<ExportSummary> {
  const path = exportPath(folder, day)
  const unfinished = `${path}.${process.pid}.${random.bytes(8).toString('hex')}.unfinished`
  try {
    const summary = await writeLines(unfinished, day, batches)
    await link(unfinished, path)
    return summary
  } catch (error) {
    throw isOfFiles(error) ? fileTrouble(error, path) : error
  } finally {
    await rm(unfinished, { force: true })
    await syncFolder(folder)
  }
}

async function writeLines(
  path: string,
  { name }: AuditDay,
  batches: AsyncIterable<readonly string[]>,
): Promise<ExportSummary> {
  const hash = createHash('sha256')
  let events = 0
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const lines of batches) {
      const text = Buffer.from(lines.map((line) => `${line}\n`).join(''))
      hash.update(text)
      events += lines.length
      await file.writeFile(text)
    }
    const summary: ExportSummary = { day: name, events, sha256: hash.digest('hex') }
    await file.writeFile(`${JSON.stringify(summary)}\n`)
    await file.sync()
    return summary
  } finally {
    await file.close()
  }
}

/** The summary of a file that is complete. Undefined where there is no file; `damaged` where a bit or a line is missing. */
export async function readExport(
  folder: string,
  day: AuditDay,
): Promise<ExportSummary | 'damaged' | undefined> {
  const file = await open(exportPath(folder, day), 'r').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined
    throw fileTrouble(error, exportPath(folder, day))
  })
  return file && checkLines(file)
}

async function checkLines(file: FileHandle): Promise<ExportSummary | 'damaged'> {
  const hash = createHash('sha256')
  let events = 0
  let last: string | undefined
  for await (const line of linesOf(createReadStream('', { fd: file, encoding: 'utf8' }))) {
    if (last !== undefined) {
      hash.update(`${last}\n`)
      events += 1
    }
    last = line
  }
  const summary = readSummary(last ?? '')
  return summary?.events === events && summary.sha256 === hash.digest('hex') ? summary : 'damaged'
}

function readSummary(line: string): ExportSummary | undefined {
  return /^\{"day":"[\d-]{10}","events":\d+,"sha256":"[0-9a-f]{64}"\}$/.test(line)
    ? parseOwnJson<ExportSummary>(line)
    : undefined
}

/** The SHA-256 of the ids of these events, in their order. A subject may change: a restore may have lost a citizen. */
export async function digestIds(batches: AsyncIterable<readonly string[]>): Promise<string> {
  const hash = createHash('sha256')
  for await (const lines of batches) lines.forEach((line) => hash.update(idOf(line)))
  return hash.digest('hex')
}

/** The same of the file of a day. */
export function digestIdsInFile(folder: string, day: AuditDay): Promise<string> {
  return digestIds(eachAlone(linesOf(createReadStream(exportPath(folder, day), { encoding: 'utf8' }))))
}

async function* eachAlone(lines: AsyncIterable<string>): AsyncIterable<readonly string[]> {
  for await (const line of lines) yield [line]
}

/** The lines of a text. Unlike `node:readline`, it knows only one end of a line: JSON may contain the others. */
async function* linesOf(chunks: AsyncIterable<string>): AsyncIterable<string> {
  let rest = ''
  for await (const chunk of chunks) {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}

/** Empty for the summary. */
function idOf(line: string): string {
  return /^\{"event_id":"([0-9a-f-]{36})"/.exec(line)?.[1] ?? ''
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

function isOfFiles(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && 'code' in error && codeOf(error) !== undefined
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
