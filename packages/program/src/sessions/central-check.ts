import type { SessionRow } from '../store/index.ts'
import { createLeases, LEASE_MS, type Leases, renewalMarginMs, workCentrally } from './central-work.ts'
import { type CentralCheckNeeds, type Checked, type CheckResult, unavailable } from './check-result.ts'
import { ageMs, type Coverage, isBelow } from './coverage.ts'
import { createSharedAnswers, type SharedAnswers } from './shared-answers.ts'
import { watchTimesOf } from './watch-times.ts'

/** A session from the store, and the program's time before it was read. */
export interface ReadSession {
  readonly session: SessionRow
  readonly askedAt: Date
}

/** The central check: a session is not used for longer than the ceiling without one. */
export interface CentralCheck {
  /** `inBackground` runs an early check that the response does not wait for. */
  check(read: ReadSession, inBackground: CentralCheckNeeds['inBackground']): Promise<CheckResult>
  /** The check for a connection that stays open: it is done anew before it gets too old, and its result is waited for. */
  checkEarly: CentralCheck['check']
  /** Checks a session of which something may have ended. A check that was sent before this time of the store does not count. */
  checkAfter(session: SessionRow, after: Date): Promise<CheckResult>
  /** Stops extending leases. */
  close(): void
}

const POLL_MS = 50

/** While more than this share of the introspection budget is used, there are no early checks. */
const BUSY_SHARE = 0.7

/** How many checks are tried if each result is too old when it arrives. */
const MAX_CHECKS = 3

/** A session to check. Without `after`, a check that is younger than `staleMs` counts. */
interface Wanted {
  readonly session: SessionRow
  readonly after: Date | null
  readonly staleMs: number
}

type Check = (wanted: Wanted) => Promise<Checked>

/** Makes the check. In this process, at most one check per session runs at a time. */
export function createCentralCheck(
  service: CentralCheckNeeds,
  coverage: Pick<Coverage, 'coveredAt'>,
): CentralCheck {
  const running = new Map<string, Promise<Checked>>()
  const state: SharedState = { leases: createLeases(service), shared: createSharedAnswers() }
  const joinOrStart: Check = (wanted) => {
    const { id } = wanted.session
    const checking = running.get(id) ?? start(wanted)
    running.set(id, checking)
    return checking
  }
  const start: Check = (wanted) =>
    checkOnce(service, state, wanted).finally(() => running.delete(wanted.session.id))
  const { ceilingMs, softMs } = service.settings
  const checkFrom =
    (limitMs: number): CentralCheck['check'] =>
    async (read, inBackground) => {
      const { session, askedAt } = read
      const coveredAt = coverage.coveredAt(session)
      const checkedAt = coveredAt ?? session.centralCheckedAt
      const age = ageMs({ checkedAt, readAt: session.readAt, askedAt }, service.clock)
      const wanted = { session, after: null, staleMs: Math.min(softMs, limitMs) }
      if (!isBelow(age, limitMs)) return checkNow(service, wanted, joinOrStart)
      const isDue = age >= softMs || (coveredAt !== null && isRenewalDue(session))
      if (isDue && hasRoomForEarlyChecks(service)) inBackground(joinOrStart(wanted))
      return { kind: 'valid', checkedAt }
    }
  return {
    check: checkFrom(ceilingMs),
    checkEarly: checkFrom(watchTimesOf(service.settings).lookMs),
    checkAfter: (session, after) => checkNow(service, { session, after, staleMs: softMs }, joinOrStart),
    close: state.leases.close,
  }
}

/** Without a check for a long time, a session needs one in time for the renewal of its tokens. */
function isRenewalDue({ id, centralAccessExpiresAt, readAt }: SessionRow): boolean {
  return centralAccessExpiresAt.getTime() - readAt.getTime() <= renewalMarginMs(id)
}

function hasRoomForEarlyChecks({ settings, central }: CentralCheckNeeds): boolean {
  const most = settings.central.outboundIntrospectPerMinute
  return central.health().introspectHeadroom >= most * (1 - BUSY_SHARE)
}

/**
 * Checks until a result is recent enough for this request. A result that took too long may be older than the ceiling
 * when it arrives.
 */
async function checkNow(service: CentralCheckNeeds, wanted: Wanted, check: Check): Promise<CheckResult> {
  const { ceilingMs } = service.settings
  const { session, after } = wanted
  for (let checks = 0; checks < MAX_CHECKS; checks += 1) {
    const found = await check(wanted)
    if (found.kind === 'ended' || found.kind === 'unavailable') return found
    if (found.kind === 'overtaken') continue
    if (after && found.times.checkedAt < after) continue
    const ageAtArrivalMs = session.readAt.getTime() - found.times.checkedAt.getTime()
    if (isBelow(ageMs(found.times, service.clock), ceilingMs) && ageAtArrivalMs < ceilingMs)
      return { kind: 'valid', checkedAt: found.times.checkedAt }
  }
  return unavailable(service, { kind: 'unavailable', reason: 'every result was too old when it arrived' })
}

/** The state that all checks of this process share. */
interface SharedState {
  readonly leases: Leases
  readonly shared: SharedAnswers
}

/** Claims the check of this session. If another worker has the lease, waits until it is released or ends. */
async function checkOnce(
  service: CentralCheckNeeds,
  { leases, shared }: SharedState,
  { session, after, staleMs: mostMs }: Wanted,
): Promise<Checked> {
  const { store, clock, settings } = service
  const { timeoutMs } = settings.central
  const staleMs = after ? Math.max(0, session.readAt.getTime() - after.getTime()) : mostMs
  const wanted = { sessionId: session.id, staleMs, leaseMs: LEASE_MS }
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    const askedAt = clock.now()
    const claim = await store.claimCentral(wanted)
    if (claim.kind === 'gone') return { kind: 'ended' }
    if (claim.kind === 'fresh')
      return { kind: 'valid', times: { checkedAt: claim.checkedAt, readAt: claim.at, askedAt } }
    if (claim.kind === 'claimed') {
      const held = { sessionId: session.id, fence: claim.fence }
      return leases.during(held, () => workCentrally({ service, shared, session, claim, after }))
    }
    if (waitedMs >= timeoutMs)
      return unavailable(service, { kind: 'unavailable', reason: 'another worker has the lease' })
    await clock.sleep(POLL_MS)
  }
}
