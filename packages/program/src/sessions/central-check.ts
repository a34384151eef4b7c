import type { SessionRow } from '../store/index.ts'
import { workCentrally } from './central-work.ts'
import { createSharedAnswers, type SharedAnswers } from './shared-answers.ts'
import { type CentralCheckNeeds, unavailable, type Verdict } from './verdict.ts'

/** The check that no request goes without for longer than the ceiling. */
export interface CentralCheck {
  /** `inBackground` takes the early check that the answer does not wait for. */
  check(session: SessionRow, inBackground: CentralCheckNeeds['inBackground']): Promise<Verdict>
}

/** Longer than the longest central work: discovery, two renewals at double time, two looks, and a little for us. */
const LEASE_TIMEOUTS = 8
const LEAST_LEASE_MS = 30_000
const POLL_MS = 50

/** A check that lies this far ahead came from a clock that was wrong, and counts as no check. */
const AHEAD_MS = 5000

/** Above this share of the introspection budget the soft window closes, and checks happen only when they must. */
const BUSY_SHARE = 0.7

/** Makes the check, with one flight per session in this process. */
export function createCentralCheck(service: CentralCheckNeeds): CentralCheck {
  const flights = new Map<string, Promise<Verdict>>()
  const shared = createSharedAnswers(service.clock)
  const fly = (session: SessionRow) => {
    const flying = flights.get(session.id) ?? start(session)
    flights.set(session.id, flying)
    return flying
  }
  const start = (session: SessionRow) =>
    check(service, shared, session).finally(() => flights.delete(session.id))
  return {
    async check(session, inBackground) {
      const { ceilingMs } = service.settings
      const age = service.clock.now().getTime() - session.centralCheckedAt.getTime()
      if (age >= ceilingMs || age < -AHEAD_MS) return fly(session)
      if (age >= softMsOf(service)) inBackground(fly(session))
      return { kind: 'valid' }
    },
  }
}

function softMsOf({ settings, central }: CentralCheckNeeds): number {
  const left = central.health().introspectHeadroom
  const busy = left < settings.central.outboundIntrospectPerMinute * (1 - BUSY_SHARE)
  return busy ? settings.ceilingMs : settings.softMs
}

/** Claims the work for this session, or waits for whoever has it. */
async function check(
  service: CentralCheckNeeds,
  shared: SharedAnswers,
  session: SessionRow,
): Promise<Verdict> {
  const { store, clock, settings } = service
  const { timeoutMs } = settings.central
  const deadline = clock.now().getTime() + timeoutMs
  const leaseMs = Math.max(LEAST_LEASE_MS, LEASE_TIMEOUTS * timeoutMs)
  for (;;) {
    const now = clock.now()
    const staleBefore = new Date(now.getTime() - settings.softMs)
    const claim = await store.claimCentral({ sessionId: session.id, now, staleBefore, leaseMs })
    if (claim.kind === 'gone') return { kind: 'ended' }
    if (claim.kind === 'fresh') return { kind: 'valid' }
    if (claim.kind === 'claimed') return workCentrally({ service, shared, session, claim })
    if (now.getTime() >= deadline)
      return unavailable(service, { kind: 'unavailable', reason: 'another worker is at it' })
    await clock.sleep(POLL_MS)
  }
}
