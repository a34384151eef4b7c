import { type Result, refused } from '../platform/result.ts'
import { startBatches } from './batches.ts'
import { BATCH_LINES, type BringNeeds, type BroughtLine, bringBatch } from './bring-batch.ts'
import type { SeenKeys } from './import-store.ts'
import { type BroughtCitizen, type ReadingOrder, readCitizen } from './read-citizen.ts'
import { type GivenRecord, placeOf } from './record.ts'
import type { Tally } from './tally.ts'
import { withoutSeen } from './without-seen.ts'

/** The database, and what ends the work before its end. */
export interface RecordsNeeds extends BringNeeds {
  readonly stopped: AbortSignal
}

/** How it is brought, what counts, and what hears of each batch. */
export interface BringingOrder {
  readonly mode: 'dry-run' | 'real'
  readonly unfitHashes: ReadingOrder['unfitHashes']
  readonly seen: SeenKeys
  readonly tally: Tally
  onBatch(): void
}

/** Brings what the records say, in batches. While the database stores some, the next one is read. */
export async function bringRecords(
  needs: RecordsNeeds,
  records: AsyncIterable<GivenRecord>,
  order: BringingOrder,
): Promise<void> {
  const batches = startBatches()
  try {
    for await (const lines of batchesOf(needs, records, order)) {
      const fresh = await withoutSeen(lines, order)
      await batches.begin((before) => bring(needs, fresh, { ...order, before }))
    }
    await batches.finish()
  } finally {
    await batches.settle()
  }
}

async function bring(
  needs: RecordsNeeds,
  lines: readonly BroughtLine[],
  { mode, tally, onBatch, before }: BringingOrder & { readonly before: Promise<void> },
): Promise<void> {
  const outcomes = await bringBatch(needs, lines, mode)
  // The report has the lines in their order.
  await before
  for (const one of lines) tally.note(one, outcomes.get(one) ?? 'there')
  onBatch()
}

async function* batchesOf(
  needs: RecordsNeeds,
  records: AsyncIterable<GivenRecord>,
  { tally, unfitHashes }: BringingOrder,
): AsyncGenerator<readonly BroughtLine[]> {
  let lines: BroughtLine[] = []
  for await (const record of records) {
    if (needs.stopped.aborted) break
    tally.read()
    const { fields = new Map(), problem } = record
    const place = placeOf(record)
    const read = readRecord({ now: needs.clock.now(), unfitHashes }, record)
    if (read.ok) lines.push({ ...place, fields, citizen: read.value })
    else tally.reject({ ...place, fields, says: read.refusal, text: problem?.text || undefined })
    if (lines.length < BATCH_LINES) continue
    yield lines
    lines = []
  }
  if (lines.length > 0) yield lines
}

function readRecord(how: ReadingOrder, { fields, problem }: GivenRecord): Result<BroughtCitizen, string> {
  return fields && !problem ? readCitizen(fields, how) : refused(problem?.says ?? 'cannot be read')
}
