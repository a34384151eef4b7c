import { findBacklog } from '../mail/index.ts'
import { type Clock, plusSeconds, type UnixSeconds } from '../platform/clock.ts'
import { counted } from '../platform/counted.ts'
import type { Database } from '../platform/postgres/database.ts'
import { countRefused } from './invite-store.ts'
import { INVITATION } from './letters.ts'

/** The outbox, the time, what ends the work, and whom it tells that it waits. */
export interface TurnNeeds {
  readonly db: Database
  readonly clock: Clock
  readonly stopped: AbortSignal
  progress(line: string): void
  /** Waits so many milliseconds, or until it is stopped. */
  pause(milliseconds: number): Promise<void>
}

/** Says when the next letter may be written. */
export interface Turns {
  /** Waits for it. Otherwise the operator stopped it, or the mail server refuses. */
  next(): Promise<'go' | 'operator' | 'refusals'>
  /** Notes that one was written. */
  note(): void
}

const SECOND = 1_000
const HOUR = 60 * 60 * SECOND

/** The outbox is looked at once in so long. */
const LOOK_MILLISECONDS = SECOND
/** That it waits is said after so long, because a letter takes some seconds, and then again and again. */
const SAID_AFTER_MILLISECONDS = 10 * SECOND
const SAID_AGAIN_MILLISECONDS = 600 * SECOND
/** A letter of somebody else counts after so long: where citizens ask for some all the time, each look finds a new one. */
const OTHERS_WAIT_SECONDS = 10
/**
 * It waits where so many of the last ones are put off, and at least half of them; it ends where they are refused for good. Fewer are the fault of their own mailbox or
 * domain.
 */
const LAST = 100
const LEAST_NOT_TAKEN = 20

/**
 * Begins: the first letter goes after as long as lies between two, so that one run after the other keeps to the rate as well. None is added while one of the
 * last second, or a letter of somebody else, waits to be tried: so a letter that somebody waits for stands behind those of one second at most.
 */
export function startTurns(needs: TurnNeeds, perHour: number): Turns {
  const { db, clock, stopped, pause } = needs
  const interval = HOUR / perHour
  const last: UnixSeconds[] = []
  const sayWaits = startSaying(needs)
  let dueAt = clock.nowMilliseconds() + interval
  let lookedAt = Number.NEGATIVE_INFINITY
  const toWait = async (): Promise<number | 'refusals'> => {
    const now = clock.nowMilliseconds()
    // The clock may be set back.
    dueAt = Math.min(dueAt, now + interval)
    if (now < dueAt) return Math.ceil(dueAt - now)
    if (Math.abs(now - lookedAt) < LOOK_MILLISECONDS) return 0
    if (await isRefused(db, last)) return 'refusals'
    const because = await whyWait(needs, last)
    sayWaits(now, because)
    if (because !== undefined) return LOOK_MILLISECONDS
    lookedAt = now
    return 0
  }
  return {
    async next() {
      while (!stopped.aborted) {
        const wait = await toWait()
        if (wait === 'refusals') return 'refusals'
        if (wait === 0) return 'go'
        await pause(wait)
      }
      return 'operator'
    },
    note() {
      dueAt = clock.nowMilliseconds() + interval
      last.push(clock.now())
      if (last.length > LAST) last.shift()
    },
  }
}

async function isRefused(db: Database, last: readonly UnixSeconds[]): Promise<boolean> {
  const [since] = last
  if (since === undefined) return false
  return areMany(await countRefused(db, since), last)
}

const areMany = (notTaken: number, last: readonly unknown[]) =>
  notTaken >= LEAST_NOT_TAKEN && notTaken * 2 >= last.length

/** A letter that the mail server has put off keeps nobody's letter back. */
async function whyWait({ db, clock }: TurnNeeds, last: readonly UnixSeconds[]): Promise<string | undefined> {
  const now = clock.now()
  const { untried, putOff } = await findBacklog(db, {
    kind: INVITATION.name,
    since: last[0] ?? now,
    othersBefore: plusSeconds(now, -OTHERS_WAIT_SECONDS),
  })
  if (untried > 0)
    return `${counted(untried, 'letter waits', 'letters wait')} in the outbox. Does the service run, and portico doctor find nothing?`
  if (!areMany(putOff, last)) return undefined
  return `the mail server has put off ${putOff} of the last ${last.length} invitations. The log has its answers as letter-not-taken.`
}

/** Says why nobody is invited, where that lasts. */
function startSaying({ progress }: TurnNeeds): (now: number, because: string | undefined) => void {
  let sayAt: number | undefined
  return (now, because) => {
    if (because === undefined) {
      sayAt = undefined
      return
    }
    sayAt ??= now + SAID_AFTER_MILLISECONDS
    if (now < sayAt) return
    sayAt = now + SAID_AGAIN_MILLISECONDS
    progress(`Nobody is invited for now: ${because}`)
  }
}
