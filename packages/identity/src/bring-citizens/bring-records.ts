import { type Result, refused } from '../platform/result.ts'
import { BATCH_LINES, type BringMode, type BringNeeds, type BroughtLine, bringBatch } from './bring-batch.ts'
import { type BroughtCitizen, readCitizen } from './read-citizen.ts'
import type { GivenRecord } from './record.ts'
import type { Tally } from './tally.ts'

/** The database, and what ends the work before its end. */
export interface RecordsNeeds extends BringNeeds {
  readonly stopped: AbortSignal
}

/** How it is brought, what counts, and what hears of each batch. */
export interface BringingOrder {
  readonly mode: BringMode
  readonly tally: Tally
  onBatch(): void
}

/** Brings what the records say, in batches. While the database stores one, the next one is read. */
export async function bringRecords(
  needs: RecordsNeeds,
  records: AsyncIterable<GivenRecord>,
  { mode, tally, onBatch }: BringingOrder,
): Promise<void> {
  let [waiting, underWay]: [BroughtLine[], Promise<void>] = [[], Promise.resolve()]
  const bring = async (lines: readonly BroughtLine[]) => {
    const outcomes = await bringBatch(needs, lines, mode)
    for (const one of lines) tally.note(one, outcomes.get(one.line) ?? 'there')
    onBatch()
  }
  const flush = async () => {
    await underWay
    underWay = bring(waiting)
    // Whoever waits for it next hears of it.
    underWay.catch(() => undefined)
    waiting = []
  }
  for await (const record of records) {
    if (needs.stopped.aborted) break
    tally.read()
    const { line, fields = new Map(), problem } = record
    const read = readRecord(needs, record)
    if (read.ok) waiting.push({ line, fields, citizen: read.value })
    else tally.reject({ line, fields, says: read.refusal, text: problem?.text || undefined })
    if (waiting.length === BATCH_LINES) await flush()
  }
  await flush()
  await underWay
}

function readRecord(
  { clock }: RecordsNeeds,
  { fields, problem }: GivenRecord,
): Result<BroughtCitizen, string> {
  return fields && !problem ? readCitizen(fields, clock.now()) : refused(problem?.says ?? 'cannot be read')
}
