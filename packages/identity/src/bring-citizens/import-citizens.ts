import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { appendEvent } from '../audit/index.ts'
import type { DatabaseAddress } from '../platform/postgres/connect.ts'
import { openSession } from '../platform/postgres/session.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import type { BringMode } from './bring-batch.ts'
import { bringRecords, type RecordsNeeds } from './bring-records.ts'
import { lockImports } from './import-store.ts'
import { readRecords } from './read-records.ts'
import { openRejects, RejectsExist, type RejectsFile } from './rejects-file.ts'
import { type Counts, startTally } from './tally.ts'

/** The database, the secret key, and whom it tells how far it is. */
export interface ImportNeeds extends RecordsNeeds {
  readonly address: DatabaseAddress
  progress(line: string): void
}

/** What is brought. `-` is the standard input. */
export interface ImportOrder {
  readonly file: string
  readonly rejects: string | undefined
  readonly mode: BringMode
}

/** What became of the lines. */
export interface ImportSummary extends Counts {
  /** False where the operator stopped it. */
  readonly isWhole: boolean
}

/** Progress is said after so many batches. */
const BATCHES_A_WORD = 20

/** Brings the citizens of a file. One import works on a database at a time. */
export async function importCitizens(
  needs: ImportNeeds,
  order: ImportOrder,
): Promise<Result<ImportSummary, string>> {
  const size = await sizeOf(order.file)
  if (!size.ok) return size
  const session = await openSession(needs.address, { application_name: 'portico-import' })
  try {
    if (!(await lockImports(session)))
      return refused('Another import works on this database: wait for its end.')
    const rejects = openRejects(order.rejects)
    const done = await bringFile(needs, order, { size: size.value, rejects }).finally(rejects.close)
    await noteImport(needs, order, done)
    return accepted(done)
  } catch (error) {
    if (error instanceof RejectsExist) return refused(`${order.rejects} exists already: name another file.`)
    throw error
  } finally {
    await session.close()
  }
}

async function sizeOf(file: string): Promise<Result<number | undefined, string>> {
  if (file === '-') return accepted(undefined)
  const found = await stat(file).catch(() => undefined)
  return found?.isFile() ? accepted(found.size) : refused(`There is no file ${file}.`)
}

async function bringFile(
  needs: ImportNeeds,
  { file, mode }: ImportOrder,
  { size, rejects }: { readonly size: number | undefined; readonly rejects: RejectsFile },
): Promise<ImportSummary> {
  const tally = startTally(rejects)
  const stream = file === '-' ? process.stdin : createReadStream(file)
  let batches = 0
  const onBatch = () => {
    batches += 1
    const bytes = 'bytesRead' in stream ? stream.bytesRead : 0
    if (batches % BATCHES_A_WORD === 0) needs.progress(progressOf(tally.now(), size && bytes / size))
  }
  await bringRecords(needs, readRecords(stream), { mode, tally, onBatch })
  return { ...tally.now(), isWhole: !needs.stopped.aborted }
}

function progressOf({ read, brought, there, rejected }: Counts, part: number | undefined): string {
  const percent = part === undefined ? '' : ` (${Math.floor(part * 100)} %)`
  return `${read} lines read${percent}: ${brought} brought, ${there} there already, ${rejected} rejected`
}

async function noteImport(
  needs: ImportNeeds,
  { mode }: ImportOrder,
  { read, brought, there, rejected, isWhole }: ImportSummary,
): Promise<void> {
  const details = {
    reason: needs.by.reason,
    dry_run: mode === 'dry-run',
    read,
    brought,
    there,
    rejected,
    whole: isWhole,
  }
  await appendEvent(needs, { name: 'citizens-imported', origin: needs.by, details })
}
