import { dayOf } from '../audit/index.ts'
import { plusSeconds, type UnixSeconds } from '../platform/clock.ts'
import type { Basics } from '../platform/foundation.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { Seal } from './seal.ts'
import { findHead, findLastBefore } from './seal-store.ts'
import { findLookedFrom, findUnsealedDays } from './unsealed-days-store.ts'
import { findOldestFrom } from './unsealed-store.ts'

/** The last seal that was made before a day (UTC) was over. Its hash is one of the whole chain up to there. */
export interface ClosedDay extends Pick<Seal, 'number' | 'hash' | 'sealedAt'> {
  readonly day: string
}

/** What the tables say of the chain. Whether that is true says `verifyAudit` alone. */
export interface ChainState extends Pick<Seal, 'number' | 'sealedAt' | 'walkedAt'> {
  /** The newest day that is over and has a seal. Undefined on the first day. */
  readonly closed: ClosedDay | undefined
  /** The time of the oldest event that is not sealed. Undefined where all are. */
  readonly unsealedSince: UnixSeconds | undefined
  /** Whether it is older than an event should be that waits for its seal. */
  readonly isLate: boolean
  /** Days that are over, from this one on, were looked at. Undefined while events of before the chain are sealed. */
  readonly lookedFrom: string | undefined
  /** Those that have events and no seal. */
  readonly missing: readonly string[]
}

/** How the seal of a day left. */
export interface SentClosing {
  readonly by: 'syslog' | 'webhook'
  /** The last day whose hash has arrived, or that has none. */
  readonly day: string
  /** When a hash arrived last. Null where none did, and in rows of earlier releases. */
  readonly at: UnixSeconds | null
  /** Failed attempts since the last delivery. */
  readonly attempts: number
}

/** A room that sends the seals of days elsewhere. */
export interface RoomSendsClosings {
  readonly sentClosings?: (db: Database) => Promise<readonly SentClosing[]>
}

/** An event that is older and not sealed is told to operators. */
export const SEALED_WITHIN_SECONDS = 15 * 60

const LOOKED_SECONDS = 7 * 24 * 60 * 60

/** Reads how far the chain is, and compares no hash. Undefined where nothing is sealed: before the first seal, and where each of several servers numbers its own transactions. */
export async function readChain({
  db,
  clock,
}: Pick<Basics, 'db' | 'clock'>): Promise<ChainState | undefined> {
  const head = await findHead(db)
  if (!head) return undefined
  const today = dayOf(clock.now())
  const last = await findLastBefore(db, today.beginsAt)
  const { number, sealedAt, sealedBelow, walkedAt } = head
  const looked =
    walkedAt === null ? await findLookedFrom(db, plusSeconds(today.beginsAt, -LOOKED_SECONDS)) : undefined
  const unsealedSince = await findOldestFrom(db, sealedBelow)
  return {
    ...{ number, sealedAt, walkedAt, unsealedSince },
    closed: last && { ...last, day: dayOf(last.sealedAt).name },
    isLate: unsealedSince !== undefined && unsealedSince < plusSeconds(clock.now(), -SEALED_WITHIN_SECONDS),
    lookedFrom: looked,
    missing:
      looked === undefined
        ? []
        : await findUnsealedDays(db, { from: looked, before: today.name, sealedBelow }),
  }
}
