import type { SessionRow } from '../store/index.ts'
import { workCentrally } from './central-work.ts'
import { createLeases, LEASE_MS, type Leases } from './lease.ts'
import { ageMs, isBelow } from './look.ts'
import { createSharedAnswers, type SharedAnswers } from './shared-answers.ts'
import { type CentralCheckNeeds, type Checked, unavailable, type Verdict } from './verdict.ts'

/** A session as the store gave it, and this machine's clock when the store was asked for it. */
export interface ReadSession {
  readonly session: SessionRow
  readonly askedAt: Date
}

/** The check that no request goes without for longer than the ceiling. */
export interface CentralCheck {
  /** `inBackground` takes the early check that the answer does not wait for. */
  check(read: ReadSession, inBackground: CentralCheckNeeds['inBackground']): Promise<Verdict>
  /** Leases that are held now are made no longer. */
  close(): void
}

const POLL_MS = 50

/** Above this share of the introspection budget the soft window closes, and checks happen only when they must. */
const BUSY_SHARE = 0.7

/** Answers that were too old when they came are asked for again, so often in all. */
const MOST_CHECKS = 3

type Check = (session: SessionRow) => Promise<Checked>

/** Makes the check, with one flight per session in this process. */
export function createCentralCheck(service: CentralCheckNeeds): CentralCheck {
  const flights = new Map<string, Promise<Checked>>()
  const works: Works = { leases: createLeases(service), shared: createSharedAnswers() }
  const fly: Check = (session) => {
    const flying = flights.get(session.id) ?? start(session)
    flights.set(session.id, flying)
    return flying
  }
  const start: Check = (session) =>
    checkOnce(service, works, session).finally(() => flights.delete(session.id))
  return {
    async check(read, inBackground) {
      const { session, askedAt } = read
      const { centralCheckedAt: checkedAt, readAt } = session
      const age = ageMs({ checkedAt, readAt, askedAt }, service.clock)
      if (!isBelow(age, service.settings.ceilingMs)) return checkNow(service, session, fly)
      if (age >= service.settings.softMs && hasRoomForEarlyChecks(service)) inBackground(fly(session))
      return { kind: 'valid' }
    },
    close: works.leases.close,
  }
}

function hasRoomForEarlyChecks({ settings, central }: CentralCheckNeeds): boolean {
  const most = settings.central.outboundIntrospectPerMinute
  return central.health().introspectHeadroom >= most * (1 - BUSY_SHARE)
}

/** An answer serves whoever it is young enough for: not those who came while it was on its way for too long. */
async function checkNow(service: CentralCheckNeeds, session: SessionRow, check: Check): Promise<Verdict> {
  const { ceilingMs } = service.settings
  for (let checks = 0; checks < MOST_CHECKS; checks += 1) {
    const found = await check(session)
    if (found.kind === 'ended' || found.kind === 'unavailable') return found
    if (found.kind === 'overtaken') continue
    const ageAtArrivalMs = session.readAt.getTime() - found.look.checkedAt.getTime()
    if (isBelow(ageMs(found.look, service.clock), ceilingMs) && ageAtArrivalMs < ceilingMs)
      return { kind: 'valid' }
  }
  return unavailable(service, { kind: 'unavailable', reason: 'every answer came too late' })
}

/** What the works of one process have in common. */
interface Works {
  readonly leases: Leases
  readonly shared: SharedAnswers
}

/** Claims the work for this session, or waits for whoever has it: until that one is done, or is not heard of any more. */
async function checkOnce(
  service: CentralCheckNeeds,
  { leases, shared }: Works,
  session: SessionRow,
): Promise<Checked> {
  const { store, clock, settings } = service
  const { timeoutMs } = settings.central
  const wanted = { sessionId: session.id, staleMs: settings.softMs, leaseMs: LEASE_MS }
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    const askedAt = clock.now()
    const claim = await store.claimCentral(wanted)
    if (claim.kind === 'gone') return { kind: 'ended' }
    if (claim.kind === 'fresh')
      return { kind: 'valid', look: { checkedAt: claim.checkedAt, readAt: claim.at, askedAt } }
    if (claim.kind === 'claimed') {
      const held = { sessionId: session.id, fence: claim.fence }
      return leases.whileHeld(held, () => workCentrally({ service, shared, session, claim }))
    }
    if (waitedMs >= timeoutMs)
      return unavailable(service, { kind: 'unavailable', reason: 'another worker is at it' })
    await clock.sleep(POLL_MS)
  }
}
