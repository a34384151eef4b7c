import type { Clock, Random } from '../platform/index.ts'
import {
  type BoundedResponse,
  ENDPOINT_SIGNAL,
  NotReached,
  type Outcome,
  outcomeOf,
} from './bounded-response.ts'
import { type Breaker, type BreakerState, createBreaker } from './breaker.ts'
import { type CentralRefusal, NoAnswer, networkReason } from './central-refusal.ts'
import { MAX_RETRY_AFTER_SECONDS, retryAfterSecondsIn } from './retry-after.ts'

/** The endpoints of the identity service. Each one has its own breaker. */
export type EndpointName = 'discovery' | 'token' | 'introspection' | 'revocation' | 'key set'

/** One endpoint. Its state depends only on its own responses. */
export interface Endpoint {
  /** Why nothing may be sent now, or null. */
  closed(): CentralRefusal | null
  /** Sends a request and records the outcome. Throws `NoAnswer` if nothing was sent or the response is not usable. */
  send(request: () => Promise<BoundedResponse>): Promise<BoundedResponse>
  /** Records that the endpoint answers, but refuses this program. */
  refusesUs(reason: string): void
  state(): EndpointState
}

/** The state of an endpoint: of its breaker, and of its last response. */
export interface EndpointState {
  readonly name: EndpointName
  readonly breaker: BreakerState
  /** The fault of the last response, or null. */
  readonly trouble: Trouble | null
}

interface Trouble {
  readonly reason: string
  readonly since: Date
}

/** What an endpoint is handed. `changed` is called when an outage begins and ends. */
export interface EndpointNeeds {
  readonly clock: Clock
  readonly random: Random
  changed(state: 'outage' | 'recovered', endpoint: EndpointName, at: Date): void
}

interface Memory {
  readonly name: EndpointName
  readonly clock: Clock
  readonly breaker: Breaker
  trouble: Trouble | null
  /** A 429 asked us to send nothing before this time. */
  waitUntilMs: number
}

/** Makes an endpoint without any outcome yet. */
export function createEndpoint(name: EndpointName, needs: EndpointNeeds): Endpoint {
  const { clock, random } = needs
  const breaker = createBreaker({ clock, random, changed: (state, at) => needs.changed(state, name, at) })
  const memory: Memory = { name, clock, breaker, trouble: null, waitUntilMs: 0 }
  return {
    closed: () => closed(memory),
    send: (request) => send(memory, request),
    refusesUs: (reason) => void (memory.trouble = troubleOf(memory, reason)),
    state: () => ({ name, breaker: breaker.state(), trouble: memory.trouble }),
  }
}

function closed(memory: Memory): CentralRefusal | null {
  const waitMs = memory.waitUntilMs - memory.clock.now().getTime()
  if (waitMs > 0 && waitMs <= MAX_RETRY_AFTER_SECONDS * 1000)
    return unavailable('the identity service asked us to wait (429)', waitMs)
  return memory.breaker.wouldAdmit() ? null : breakerRefusal(memory)
}

function breakerRefusal({ breaker }: Memory): CentralRefusal {
  return unavailable('the identity service did not answer lately', breaker.retryAfterMs())
}

function unavailable(reason: string, retryAfterMs: number): CentralRefusal {
  return { kind: 'unavailable', reason, retryAfterSeconds: Math.ceil(retryAfterMs / 1000) }
}

async function send(memory: Memory, request: () => Promise<BoundedResponse>): Promise<BoundedResponse> {
  const refusal = closed(memory) ?? (memory.breaker.admits() ? null : breakerRefusal(memory))
  if (refusal) throw new NoAnswer(refusal)
  const received = await request().catch((error: unknown) => new NotReached(networkReason(error)))
  const outcome = outcomeOf(received, memory.name !== 'revocation')
  const reason = reasonOf(received, outcome)
  if (ENDPOINT_SIGNAL[outcome] === 'did not answer' || received instanceof NotReached)
    throw didNotAnswer(memory, reason)
  memory.breaker.succeeded()
  memory.trouble = outcome === 'another 4xx' || outcome === '429' ? troubleOf(memory, reason) : null
  if (ENDPOINT_SIGNAL[outcome] === 'asks us to wait') throw asksToWait(memory, received, reason)
  return received
}

function reasonOf(received: BoundedResponse | NotReached, outcome: Outcome): string {
  if (received instanceof NotReached) return received.message
  if (outcome === '200 that cannot be read') return 'the answer cannot be read'
  return `the identity service answers ${received.status}`
}

function didNotAnswer(memory: Memory, reason: string): NoAnswer {
  memory.breaker.failed(reason)
  memory.trouble = troubleOf(memory, reason)
  const wait = closed(memory)
  return new NoAnswer(wait ? { ...wait, reason } : { kind: 'unavailable', reason })
}

/** After a 429, nothing is sent before the time that it names. */
function asksToWait(memory: Memory, { headers }: BoundedResponse, reason: string): NoAnswer {
  const now = memory.clock.now()
  const seconds = retryAfterSecondsIn(headers, now)
  memory.waitUntilMs = Math.max(memory.waitUntilMs, now.getTime() + seconds * 1000)
  return new NoAnswer({ kind: 'unavailable', reason, retryAfterSeconds: seconds })
}

/** A fault that continues keeps its start. */
function troubleOf({ trouble, clock }: Memory, reason: string): Trouble {
  return { reason, since: trouble?.since ?? clock.now() }
}
