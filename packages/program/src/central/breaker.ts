import type { Clock, Random } from '../platform/index.ts'

/** The state of a circuit breaker. `since` is when this state began. */
export interface BreakerState {
  readonly open: boolean
  readonly recentFailures: number
  readonly since: Date
  readonly lastError: string | null
}

/** A circuit breaker: after five failures in ten seconds, no request is sent for about five seconds. */
export interface Breaker {
  /** Whether a request may be sent now. After the pause, one probe at a time may be sent. The caller must send it. */
  admits(): boolean
  /** The same, but changes nothing. */
  wouldAdmit(): boolean
  succeeded(): void
  failed(reason: string): void
  state(): BreakerState
  /** How long until the next probe, in milliseconds. */
  retryAfterMs(): number
}

const FAILURES = 5
const WINDOW_MS = 10_000
const PAUSE_MS = 5000
/** A probe without a result blocks the next one for this time. */
const PROBE_MS = 30_000

interface Memory {
  failures: number[]
  openUntil: number | null
  probeSince: number | null
  since: Date
  lastError: string | null
}

/** The parts of a breaker. `changed` is called when an outage begins and ends. */
export interface BreakerNeeds {
  readonly clock: Clock
  readonly random: Random
  changed(state: 'outage' | 'recovered', at: Date): void
}

/** Makes a closed breaker. */
export function createBreaker(needs: BreakerNeeds): Breaker {
  const memory: Memory = {
    failures: [],
    openUntil: null,
    probeSince: null,
    since: needs.clock.now(),
    lastError: null,
  }
  const nowMs = () => needs.clock.now().getTime()
  return {
    admits: () => admits(memory, nowMs()),
    wouldAdmit: () => wouldAdmit(memory, nowMs()),
    succeeded: () => close(needs, memory),
    failed: (reason) => fail(needs, memory, reason),
    state: () => ({
      open: memory.openUntil !== null,
      recentFailures: recent(memory, nowMs()).length,
      since: memory.since,
      lastError: memory.lastError,
    }),
    retryAfterMs: () => Math.max(1000, (memory.openUntil ?? 0) - nowMs()),
  }
}

function admits(memory: Memory, now: number): boolean {
  if (!wouldAdmit(memory, now)) return false
  if (memory.openUntil !== null) memory.probeSince = now
  return true
}

function wouldAdmit({ openUntil, probeSince }: Memory, now: number): boolean {
  if (openUntil === null) return true
  // If more than the longest pause is left, the clock was set back.
  if (now < openUntil && now > openUntil - 2 * PAUSE_MS) return false
  return probeSince === null || now - probeSince >= PROBE_MS || now < probeSince
}

function close(needs: BreakerNeeds, memory: Memory): void {
  const wasOpen = memory.openUntil !== null
  memory.failures = []
  memory.openUntil = null
  memory.probeSince = null
  if (!wasOpen) return
  memory.since = needs.clock.now()
  needs.changed('recovered', memory.since)
}

function fail(needs: BreakerNeeds, memory: Memory, reason: string): void {
  const now = needs.clock.now()
  memory.lastError = reason
  memory.probeSince = null
  memory.failures = [...recent(memory, now.getTime()), now.getTime()]
  const wasOpen = memory.openUntil !== null
  if (!wasOpen && memory.failures.length < FAILURES) return
  memory.openUntil = now.getTime() + PAUSE_MS * jitter(needs.random)
  if (wasOpen) return
  memory.since = now
  needs.changed('outage', now)
}

function recent(memory: Memory, now: number): number[] {
  return memory.failures.filter((at) => at > now - WINDOW_MS && at <= now)
}

/** Between 0.8 and 1.2, so that instances do not probe at the same time. */
function jitter(random: Random): number {
  return 0.8 + ((random.bytes(1)[0] ?? 0) / 255) * 0.4
}
