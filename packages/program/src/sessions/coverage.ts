import type { Clock } from '../platform/index.ts'
import type { SessionRow } from '../store/index.ts'

/** An answer of the feed. Both times are the store's. */
export interface HeardAnswer {
  /** Before the request was sent. */
  readonly askedAt: Date
  /** After the response has arrived. */
  readonly heardAt: Date
  /** How long the request had waited when the identity service read its database, by its own clock. */
  readonly waitedMs: number
  /** Whether nothing is known of what ended before. */
  readonly checkAll: boolean
  /** The citizens of whom something has ended. */
  readonly subjects: readonly string[]
}

/** Which sessions the feed answers for, and since when. */
export interface Coverage {
  hear(answer: HeardAnswer): void
  /** When the feed last said that this session has not ended: that counts as a central check. Null if it does not answer for it. */
  coveredAt(session: SessionRow): Date | null
  /** The time of the store at which the last answer was true. */
  knownAt(): Date | null
}

/** More citizens are not remembered: every session is checked again then. */
const MOST_NAMED = 10_000

/** Another process may have written later times than this one has seen, before the store's clock was set back. */
const AHEAD_MS = 60_000

/**
 * Makes the coverage of one process. A session is covered if it was introspected after the feed began and after its citizen
 * was last named: then each later end would have been told. A sign-in is no introspection, because a grant may be dead from
 * its birth. An expired access token covers nothing: the grant may have expired with it, and the feed does not tell that.
 */
export function createCoverage(issuer: string): Coverage {
  const named = new Map<string, number>()
  let from = Number.POSITIVE_INFINITY
  let seen = 0
  /** No check of before the clock was set back is later than this. */
  let floor = 0
  let knownAt: Date | null = null
  return {
    hear({ askedAt, heardAt, waitedMs, checkAll, subjects }) {
      const [asked, heard] = [askedAt.getTime(), heardAt.getTime()]
      const isSetBack = asked < seen || heard < asked
      if (isSetBack) floor = Math.max(floor, seen + AHEAD_MS, asked + AHEAD_MS)
      seen = heard
      const now = Math.max(heard, floor)
      for (const subject of subjects) named.set(subject, now)
      if (checkAll || isSetBack || named.size > MOST_NAMED) {
        named.clear()
        from = now
      }
      knownAt = new Date(asked + Math.max(0, Math.min(waitedMs, heard - asked)))
    },
    coveredAt(session) {
      if (!knownAt || session.issuer !== issuer) return null
      const { centralCheckedAt: checkedAt, readAt } = session
      const since = Math.max(from, named.get(session.subject) ?? 0, session.createdAt.getTime())
      if (checkedAt.getTime() <= since || checkedAt > readAt) return null
      return readAt < session.centralAccessExpiresAt && knownAt > checkedAt ? knownAt : null
    },
    knownAt: () => knownAt,
  }
}

/** The times of a central check. */
export interface CheckTimes {
  /** The store's time before the request to the identity service was sent. */
  readonly checkedAt: Date
  /** The store's time when it returned `checkedAt`. */
  readonly readAt: Date
  /** The program's time before it asked the store. */
  readonly askedAt: Date
}

/**
 * The age of a check in milliseconds. The store's clock measures it until `readAt`, and the program's clock from then
 * on, because the process may have been suspended in between. If the program's clock was set back, the age does not
 * shrink.
 */
export function ageMs({ checkedAt, readAt, askedAt }: CheckTimes, clock: Clock): number {
  const sinceMs = Math.max(0, clock.now().getTime() - askedAt.getTime())
  return readAt.getTime() - checkedAt.getTime() + sinceMs
}

/** Whether an age is below a limit. A negative age is not: the check lies ahead of the store's clock. */
export function isBelow(age: number, limitMs: number): boolean {
  return age >= 0 && age < limitMs
}
