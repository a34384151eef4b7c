import { type AuditDay, dayOf, findNextEventAt, readDay } from '../audit/index.ts'
import { EPOCH, plusSeconds, type UnixSeconds } from '../platform/clock.ts'
import type { Foundation } from '../platform/foundation.ts'
import type { Database } from '../platform/postgres/database.ts'
import { uuidArray } from './append-seal.ts'
import { idsOf, isGenuine, type Seal } from './seal.ts'
import { findHead, findIds, findSealsAfter, type SealPlace } from './seal-store.ts'
import { isLetGo } from './trusted.ts'
import { digestEvents, findOldestFrom } from './unsealed-store.ts'
import { type Break, breakAt, chainReader } from './verify-chain.ts'
import {
  countSealable,
  findAllLetGo,
  findByHash,
  findSealable,
  findSealedIds,
  findThere,
} from './verify-store.ts'

/** Everything that a check uses. */
export interface VerifyNeeds extends Pick<Foundation, 'db' | 'clock' | 'keyring'> {
  readonly reads: Database
  /** Called with a sentence about the progress. */
  readonly progress: (line: string) => void
  readonly stopped: AbortSignal
}

/** Which days to check, and the hash of a seal that was kept elsewhere. */
export interface VerifyOrder {
  readonly from: AuditDay | undefined
  readonly to: AuditDay | undefined
  readonly hash: Buffer | undefined
}

/** What a check has found. */
export interface Verified {
  /** Seals and events that were looked at. */
  readonly seals: number
  readonly events: number
  /** That no seal has the hash of the order, then the first ones of the chain, in the order of the seals. */
  readonly breaks: readonly Break[]
  readonly head: Seal
  /** The seal that has the hash of the order, by its number and the day (UTC) on which it was made. Undefined where none has it, and without a hash. */
  readonly known: { readonly number: number; readonly day: string } | undefined
  /** The operator has ended the check early. */
  readonly isStopped: boolean
}

const SEALS_PER_READ = 200
const EVENTS_PER_LINE = 100_000
const MOST_BREAKS = 20
/** An event may be so much older than the events that were sealed before it, and so much newer than its seal. */
const MISDATED_SECONDS = 60 * 60
/** Events that are older and not sealed are a fault. */
const UNSEALED_SECONDS = 60 * 60

const FIRST_PLACE: SealPlace = { number: 0, chain: '' }

/**
 * Compares the audit with its seals: all of the chain, and the events of the days. It reads the seals up to the newest one of now, so it may run beside the service. Undefined where nothing
 * was ever sealed.
 */
export async function verifyAudit(needs: VerifyNeeds, order: VerifyOrder): Promise<Verified | undefined> {
  const head = await findHead(needs.db)
  if (!head) return undefined
  const isSigned = (seal: Pick<Seal, 'hash' | 'mac'>) => isGenuine(needs.keyring, seal)
  const work: Work = {
    ...{ needs, order, head, breaks: [], seals: 0, events: 0, sealed: new Map(), newest: EPOCH },
    letGo: new Set((await findAllLetGo(needs.db)).filter(isSigned).map(({ day }) => day)),
  }
  const named = order.hash && (await findByHash(needs.db, order.hash)).find(isSigned)
  await readSeals(work)
  if (!needs.stopped.aborted) await countDays(work)
  await lookForUnsealed(work)
  const unknown = order.hash && !named ? [breakAt(head, 'seal-unknown')] : []
  const ofChain = work.breaks.toSorted((one, other) => one.seal - other.seal).slice(0, MOST_BREAKS)
  const known = named && { number: named.number, day: dayOf(named.sealedAt).name }
  const breaks = [...unknown, ...ofChain]
  return { seals: work.seals, events: work.events, breaks, head, known, isStopped: needs.stopped.aborted }
}

interface Work {
  readonly needs: VerifyNeeds
  readonly order: VerifyOrder
  readonly head: Seal
  readonly breaks: Break[]
  readonly letGo: ReadonlySet<string>
  /** How many events of each day the newest chain has. */
  readonly sealed: Map<string, number>
  seals: number
  events: number
  /** The newest event of what was sealed before. */
  newest: UnixSeconds
}

async function readSeals(work: Work): Promise<void> {
  const { needs, head, breaks } = work
  const reader = chainReader(needs.keyring)
  let place = FIRST_PLACE
  while (!needs.stopped.aborted) {
    const found = await findSealsAfter(needs.db, place, SEALS_PER_READ)
    const seals = found.filter(({ number }) => number <= head.number)
    breaks.push(...seals.flatMap((seal) => reader.read(seal) ?? misdated(work, seal) ?? []))
    await readEvents(
      work,
      seals.filter((seal) => seal.events > 0 && isAsked(work, seal)),
    )
    work.seals += seals.length
    const last = seals.at(-1)
    if (!last || seals.length < SEALS_PER_READ) break
    place = last
  }
  if (!needs.stopped.aborted) breaks.push(...reader.end())
}

function isAsked({ order: { from, to } }: Work, { day }: Pick<Seal, 'day'>): boolean {
  return (from === undefined || day >= from.name) && (to === undefined || day <= to.name)
}

/** An event whose time cannot be right: it says that it was long before others that were sealed, or after its own seal. */
function misdated(work: Work, { kind, firstAt, lastAt, sealedAt, ...seal }: Seal): Break | undefined {
  if (kind !== 'live' || firstAt === null || lastAt === null) return undefined
  const isEarly = firstAt < work.newest - MISDATED_SECONDS
  const isLate = lastAt > sealedAt + MISDATED_SECONDS
  if (!isLate && lastAt > work.newest) work.newest = lastAt
  return isEarly || isLate ? breakAt(seal, 'event-misdated') : undefined
}

async function readEvents(work: Work, seals: readonly Seal[]): Promise<void> {
  const { needs, head, letGo, sealed } = work
  for (const seal of seals) {
    if (needs.stopped.aborted) return
    if (seal.kind === 'let-go' || letGo.has(seal.day)) continue
    if (seal.chain === head.chain) sealed.set(seal.day, (sealed.get(seal.day) ?? 0) + seal.events)
    const fault = await compareEvents(work, seal)
    if (fault) work.breaks.push(fault)
    const before = work.events
    work.events += seal.events
    if (Math.floor(before / EVENTS_PER_LINE) < Math.floor(work.events / EVENTS_PER_LINE))
      needs.progress(
        `${work.events} events are compared, up to seal ${seal.number} of ${head.number} (${seal.day})`,
      )
  }
}

async function compareEvents({ needs: { db, keyring } }: Work, seal: Seal): Promise<Break | undefined> {
  const [stored] = await findIds(db, { numbers: `{${seal.number}}`, chain: seal.chain })
  const ids = stored ? uuidArray(stored.ids) : '{}'
  const { digest } = await digestEvents(db, ids)
  if (stored && digest.equals(seal.digest)) return undefined
  // Its deletion may have begun meanwhile.
  if (await isLetGo({ db, keyring }, seal.day)) return undefined
  const there = new Set((await findThere(db, ids)).map(plainId))
  const gone = stored && idsOf(stored.ids).find((id) => !there.has(id))
  return gone === undefined ? breakAt(seal, 'event-changed') : breakAt(seal, 'event-removed', writtenId(gone))
}

/** Compares how many events each day has with how many the newest chain has sealed. */
async function countDays(work: Work): Promise<void> {
  const { needs, order, head, letGo } = work
  const end = endOfCount(order, head)
  let from = order.from?.beginsAt ?? EPOCH
  while (!needs.stopped.aborted) {
    const at = await findNextEventAt(needs.reads, from)
    if (at === undefined || at >= end) return
    const day = dayOf(at)
    from = day.endsAt
    if (!letGo.has(day.name)) await countDay(work, day)
  }
}

/** Days that are not wholly sealed yet are not counted. */
function endOfCount({ to }: VerifyOrder, { walkedAt }: Seal): number {
  const walked = walkedAt === null ? undefined : readDay(walkedAt.slice(0, 10))
  const sealed = walkedAt === null ? Number.POSITIVE_INFINITY : (walked?.beginsAt ?? EPOCH)
  return Math.min(to?.endsAt ?? Number.POSITIVE_INFINITY, sealed)
}

async function countDay(
  { needs, head, breaks, sealed }: Work,
  { name, beginsAt, endsAt }: AuditDay,
): Promise<void> {
  const day = { from: beginsAt, until: endsAt, sealedBelow: head.sealedBelow }
  if ((await countSealable(needs.reads, day)) <= (sealed.get(name) ?? 0)) return
  const known = new Set((await findSealedIds(needs.db, head.chain, name)).flatMap(idsOf))
  const added = (await findSealable(needs.reads, day)).find((id) => !known.has(plainId(id)))
  if (added !== undefined) breaks.push({ seal: head.number, day: name, what: 'event-added', eventId: added })
}

async function lookForUnsealed({ needs, head, breaks }: Work): Promise<void> {
  const oldest = await findOldestFrom(needs.db, head.sealedBelow)
  if (oldest === undefined || plusSeconds(oldest, UNSEALED_SECONDS) > needs.clock.now()) return
  const newest = await findHead(needs.db)
  if (newest?.number !== head.number) return
  breaks.push({ seal: head.number, day: dayOf(oldest).name, what: 'not-sealed' })
}

const plainId = (id: string) => id.replaceAll('-', '')

function writtenId(id: string): string {
  return id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
