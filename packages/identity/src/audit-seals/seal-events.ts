import { dayOf } from '../audit/index.ts'
import type { Foundation } from '../platform/foundation.ts'
import { preferIndexes } from '../platform/postgres/prefer-indexes.ts'
import { findTimeline } from '../platform/postgres/timeline.ts'
import { FIRST_UUID } from '../platform/uuid.ts'
import { type AppendNeeds, appendSeal } from './append-seal.ts'
import { findHorizon, findTable, hasForeignNumbers } from './ended-transactions.ts'
import { countIds, piecesOf, type Seal, type SealProgress } from './seal.ts'
import { findHead, findHeads, tryLock } from './seal-store.ts'
import { isTrusted } from './trusted.ts'
import { type EventsOfDay, findOlder, findWritten } from './unsealed-store.ts'

/** Everything that sealing uses. */
export type SealNeeds = Pick<Foundation, 'db' | 'clock' | 'keyring' | 'random'>

/**
 * What one round has done. `again`: more waits. `busy`: another process seals. `foreign`: events have numbers of transactions of another server, so nobody can
 * say which are sealed. `forged`: no key of this service has signed the newest seal, so nothing is sealed behind it. `several-servers`: each has numbers of its own.
 */
export type Sealed = 'done' | 'again' | 'busy' | 'foreign' | 'forged' | 'several-servers'

/** The most events of a seal, and of one round. */
const MOST_IN_SEAL = 5_000
const MOST_IN_ROUND = 20_000
/** A transaction is sealed as a whole. */
const NO_END = 2 ** 31 - 2

/** The instant before every event, as the table has it. */
/** How far the events from before the first seal are sealed, before the first of them is. */
export const BEFORE_ALL = '0001-01-01T00:00:00.000000Z'

/**
 * Seals events that are committed and not sealed yet. An event knows the number of its transaction (`written_in`), and PostgreSQL the
 * number below which every transaction has ended. What lies between the last horizon and this one is complete and will never change. So no insert waits for a seal, and no
 * seal for an insert; a transaction that stays open only makes the seals late. What is older than the chain is sealed by its time.
 */
export async function sealEvents(needs: SealNeeds): Promise<Sealed> {
  if ((await needs.db.layout()) === 'distributed') return 'several-servers'
  // Outside the transaction: some hosted servers refuse the question.
  const timeline = await findTimeline(needs.db)
  return needs.db.transaction(async (tx) => {
    if (!(await tryLock(tx))) return 'busy'
    await preferIndexes(tx)
    const inside = { ...needs, db: tx }
    const history = `${timeline?.systemIdentifier ?? 'untold'}/${await findTable(tx)}`
    const head = await findHead(tx)
    if (head && !(await isTrusted(inside, head))) return 'forged'
    if (head?.history !== history) return beginChain(inside, history, head)
    return sealBehind(inside, head)
  })
}

async function sealBehind(needs: AppendNeeds, head: Seal): Promise<Sealed> {
  const live = await sealWritten(needs, head)
  const walked = live.head.walkedAt === null ? undefined : await sealOlder(needs, live.head)
  return live.isFull || walked ? 'again' : 'done'
}

/** A chain begins in a database without one, and where the database is another than that of the last one. */
async function beginChain(needs: SealNeeds, history: string, head: Seal | undefined): Promise<Sealed> {
  if (await hasForeignNumbers(needs.db)) return 'foreign'
  const below = await findHorizon(needs.db)
  await appendSeal(needs, head, {
    ...{ kind: 'begun', chain: needs.random.bytes(8).toString('hex'), day: dayOf(needs.clock.now()).name },
    ...{ history, begunBelow: below, sealedBelow: below, walkedAt: BEFORE_ALL, walkedId: FIRST_UUID },
    heads: await findHeads(needs.db),
  })
  return 'again'
}

async function sealWritten(needs: AppendNeeds, head: Seal): Promise<{ head: Seal; isFull: boolean }> {
  const horizon = await findHorizon(needs.db)
  const { days, below } = await findWindow(needs, head.sealedBelow, horizon)
  const reached = { ...progressOf(head), sealedBelow: below }
  return { head: await sealDays(needs, head, { kind: 'live', days, reached }), isFull: below < horizon }
}

/** The next events, of so few transactions that one round can seal all of them. */
async function findWindow(
  { db }: AppendNeeds,
  sealedBelow: number,
  horizon: number,
): Promise<{ readonly days: readonly EventsOfDay[]; readonly below: number }> {
  let [from, below] = [sealedBelow, horizon]
  for (;;) {
    const most = below - from > 1 ? MOST_IN_ROUND : NO_END
    const days = await findWritten(db, { from, below }, most)
    const found = days.reduce((sum, { ids }) => sum + countIds(ids), 0)
    if (found <= most && (found > 0 || below === horizon)) return { days, below }
    if (found === 0) [from, below] = [below, horizon]
    else below = from + Math.floor((below - from) / 2)
  }
}

async function sealOlder(needs: AppendNeeds, head: Seal): Promise<Seal> {
  const place = { at: head.walkedAt ?? '', id: head.walkedId ?? FIRST_UUID }
  const days = await findOlder(needs.db, place, { below: head.begunBelow, most: MOST_IN_SEAL })
  const last = days.at(-1)
  const isEnd = !last || last.found < MOST_IN_SEAL
  const reached = { ...progressOf(head), walkedAt: isEnd ? null : last.at, walkedId: isEnd ? null : last.id }
  if (last) return sealDays(needs, head, { kind: 'walked', days, reached })
  const { chain, day } = head
  return appendSeal(needs, head, { ...reached, chain, day, kind: 'walked' })
}

interface Batch {
  readonly kind: 'live' | 'walked'
  readonly days: readonly EventsOfDay[]
  /** How far the chain has come with the last seal. */
  readonly reached: SealProgress
}

/** Seals events of several days, each day apart, because whole days are deleted later. */
async function sealDays(needs: AppendNeeds, head: Seal, { kind, days, reached }: Batch): Promise<Seal> {
  const pieces = days.flatMap(({ day, ids }) =>
    piecesOf(ids, MOST_IN_SEAL).map((piece) => ({ day, ids: piece })),
  )
  let newest = head
  for (const [index, piece] of pieces.entries()) {
    const progress = index === pieces.length - 1 ? reached : progressOf(head)
    newest = await appendSeal(needs, newest, { ...progress, ...piece, kind, chain: head.chain })
  }
  return newest
}

/** How far a chain has come. */
export function progressOf({
  history,
  begunBelow,
  sealedBelow,
  walkedAt,
  walkedId,
}: SealProgress): SealProgress {
  return { history, begunBelow, sealedBelow, walkedAt, walkedId }
}
