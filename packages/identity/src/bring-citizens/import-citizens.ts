import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { appendEvent } from '../audit/index.ts'
import { percentOf } from '../platform/how-far.ts'
import type { DatabaseAddress } from '../platform/postgres/connect.ts'
import { openSession } from '../platform/postgres/session.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import { type Auth0Hashes, type HashesNeeds, readAuth0Hashes } from './auth0-hashes.ts'
import { bringRecords, type RecordsNeeds } from './bring-records.ts'
import { convertedRecords } from './converted-records.ts'
import { type FirebaseHashes, readFirebaseHashes } from './from/firebase.ts'
import type { Convert } from './from/given.ts'
import { lockImports, type SeenKeys, startSeenKeys } from './import-store.ts'
import type { ReadingOrder } from './read-citizen.ts'
import { readRecords } from './read-records.ts'
import { converting, type System } from './recognize.ts'
import { openRejects, type RejectsFile, whyNoRejects } from './rejects-file.ts'
import { requireColumns } from './require-columns.ts'
import { type Counts, startTally } from './tally.ts'
import { UnfitColumns } from './unfit-columns.ts'

/** The database, the secret key, and whom it tells how far it is. */
export interface ImportNeeds extends RecordsNeeds {
  readonly address: DatabaseAddress
  progress(line: string): void
}

/** What is brought. `-` is the standard input. */
export interface ImportOrder {
  readonly file: string
  readonly rejects: string | undefined
  readonly mode: 'dry-run' | 'real'
  /** The system whose export it is, where it was named. */
  readonly from?: System | undefined
  /** The file with the parameters of the hashes of Firebase. */
  readonly firebaseHashes?: string | undefined
  readonly unfitHashes?: ReadingOrder['unfitHashes']
  /** The file with the hashes of Auth0's users. */
  readonly auth0Hashes?: string | undefined
}

/** What became of the lines. */
export interface ImportSummary extends Counts {
  /** False where the operator stopped it. */
  readonly isWhole: boolean
  /** Hashes of Auth0 that no user has taken. */
  readonly unusedHashes: number
}

/** Progress is said after so many batches. */
const BATCHES_A_WORD = 20

/** Brings the citizens of a file. One import works on a database at a time. */
export async function importCitizens(
  needs: ImportNeeds,
  order: ImportOrder,
): Promise<Result<ImportSummary, string | UnfitColumns>> {
  const size = await sizeOf(order.file)
  if (!size.ok) return size
  const hashesFile = order.auth0Hashes === undefined ? accepted(0) : await sizeOf(order.auth0Hashes)
  if (!hashesFile.ok) return hashesFile
  const firebase = await readParameters(order.firebaseHashes)
  if (!firebase.ok) return firebase
  const noRejects = whyNoRejects(order.rejects)
  if (noRejects !== undefined) return refused(noRejects)
  const session = await openSession(needs.address, { application_name: 'portico-import' })
  try {
    if (!(await lockImports(session)))
      return refused('Another import works on this database: wait for its end.')
    const auth0 = await readHashes({ ...needs, session }, order.auth0Hashes)
    if (!auth0.ok) return auth0
    const rejects = openRejects(order.rejects)
    const done = await bringFile(needs, order, {
      size: size.value,
      rejects,
      convert: converting(order.from, firebase.value),
      auth0: auth0.value,
      seen: await startSeenKeys(session),
    }).finally(rejects.close)
    await noteImport(needs, order, done)
    return accepted(done)
  } catch (error) {
    if (error instanceof UnfitColumns) return refused(error)
    throw error
  } finally {
    await session.close()
  }
}

async function sizeOf(file: string): Promise<Result<number | undefined, string>> {
  if (file === '-') return accepted(undefined)
  const found = await stat(file).catch(() => undefined)
  if (found?.isDirectory()) return refused(`${file} is a folder: name a file.`)
  return found?.isFile() ? accepted(found.size) : refused(`There is no file ${file}.`)
}

async function readParameters(file: string | undefined): Promise<Result<FirebaseHashes | undefined, string>> {
  if (file === undefined) return accepted(undefined)
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return refused(`There is no file ${file}.`)
  const hashes = readFirebaseHashes(text)
  return hashes
    ? accepted(hashes)
    : refused(`${file} lacks base64_signer_key, rounds or mem_cost, as the console of Firebase shows them.`)
}

async function readHashes(
  needs: HashesNeeds,
  file: string | undefined,
): Promise<Result<Auth0Hashes | undefined, string>> {
  return file === undefined ? accepted(undefined) : await readAuth0Hashes(needs, file)
}

/** What is open while a file is brought. */
interface Opened {
  readonly size: number | undefined
  readonly rejects: RejectsFile
  readonly convert: Convert
  readonly auth0: Auth0Hashes | undefined
  readonly seen: SeenKeys
}

async function bringFile(
  needs: ImportNeeds,
  { file, from, mode, unfitHashes = 'refuse' }: ImportOrder,
  { size, rejects, convert, auth0, seen }: Opened,
): Promise<ImportSummary> {
  const tally = startTally(rejects)
  const stream = file === '-' ? process.stdin : createReadStream(file)
  let batches = 0
  const onBatch = () => {
    batches += 1
    const bytes = 'bytesRead' in stream ? stream.bytesRead : 0
    if (batches % BATCHES_A_WORD === 0) needs.progress(progressOf(tally.now(), size && bytes / size))
  }
  // Theirs are one document, however it is broken into lines.
  const isDocument = from === 'keycloak' || from === 'firebase'
  const given = readRecords(stream, { isDocument, requireNames: requireColumns(from) })
  const records = convertedRecords(auth0 ? auth0.joinedTo(given) : given, convert)
  await bringRecords(needs, records, { mode, unfitHashes, seen, tally, onBatch })
  return { ...tally.now(), isWhole: !needs.stopped.aborted, unusedHashes: auth0?.unused() ?? 0 }
}

function progressOf({ read, brought, there, rejected }: Counts, part: number | undefined): string {
  const percent = part === undefined ? '' : ` (${percentOf(part)})`
  return `${read} lines read${percent}: ${brought} brought, ${there} there already, ${rejected} rejected`
}

async function noteImport(
  needs: ImportNeeds,
  { mode }: ImportOrder,
  { read, brought, there, rejected, isWhole }: ImportSummary,
): Promise<void> {
  const details = {
    dry_run: mode === 'dry-run',
    read,
    brought,
    there,
    rejected,
    whole: isWhole,
  }
  await appendEvent(needs, { name: 'citizens-imported', origin: needs.by, details })
}
