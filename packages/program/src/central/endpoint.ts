import type { Clock, Random } from '../platform/index.ts'
import type { BoundedAnswer } from './bounded-answer.ts'
import { type Breaker, type BreakerState, createBreaker } from './breaker.ts'
import { type CentralRefusal, NoAnswer, networkWord } from './central-refusal.ts'
import { type Ending, endingOf, HEARD, NotReached } from './ending.ts'
import { MOST_RETRY_AFTER_SECONDS, retryAfterSecondsIn } from './retry-after.ts'

/** The endpoints of the identity service that are asked, each with a breaker of its own. */
export type EndpointName = 'discovery' | 'token' | 'introspection' | 'revocation' | 'key set'

/** One endpoint and how it has been doing, told by what came back from it alone. */
export interface Endpoint {
  /** Why nothing may be sent now; null where it may. */
  closed(): CentralRefusal | null
  /** Sends, and remembers how it ended; throws `NoAnswer` where nothing was sent, or nothing of use came back. */
  send(request: () => Promise<BoundedAnswer>): Promise<BoundedAnswer>
  /** Notes that it answers, and that what it says keeps us, the program, from working. */
  refusesUs(reason: string): void
  state(): EndpointState
}

/** How an endpoint has been doing. */
export interface EndpointState {
  readonly name: EndpointName
  readonly breaker: BreakerState
  /** What was wrong the last time; null where the last answer was as it should be. */
  readonly trouble: Trouble | null
}

interface Trouble {
  readonly reason: string
  readonly since: Date
}

/** What an endpoint needs; `changed` hears of an outage and of its end. */
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
  /** Until when a 429 asked for quiet. */
  quietUntilMs: number
}

/** Makes an endpoint that nobody has asked yet. */
export function createEndpoint(name: EndpointName, needs: EndpointNeeds): Endpoint {
  const { clock, random } = needs
  const breaker = createBreaker({ clock, random, changed: (state, at) => needs.changed(state, name, at) })
  const memory: Memory = { name, clock, breaker, trouble: null, quietUntilMs: 0 }
  return {
    closed: () => closed(memory),
    send: (request) => send(memory, request),
    refusesUs: (reason) => void (memory.trouble = troubleOf(memory, reason)),
    state: () => ({ name, breaker: breaker.state(), trouble: memory.trouble }),
  }
}

function closed(memory: Memory): CentralRefusal | null {
  const quietMs = memory.quietUntilMs - memory.clock.now().getTime()
  if (quietMs > 0 && quietMs <= MOST_RETRY_AFTER_SECONDS * 1000)
    return unavailable('the identity service asked us to wait (429)', quietMs)
  return memory.breaker.wouldAdmit() ? null : paused(memory)
}

function paused({ breaker }: Memory): CentralRefusal {
  return unavailable('the identity service did not answer lately', breaker.retryAfterMs())
}

function unavailable(reason: string, retryAfterMs: number): CentralRefusal {
  return { kind: 'unavailable', reason, retryAfterSeconds: Math.ceil(retryAfterMs / 1000) }
}

async function send(memory: Memory, request: () => Promise<BoundedAnswer>): Promise<BoundedAnswer> {
  const refusal = closed(memory) ?? (memory.breaker.admits() ? null : paused(memory))
  if (refusal) throw new NoAnswer(refusal)
  const came = await request().catch((error: unknown) => new NotReached(networkWord(error)))
  const ending = endingOf(came, memory.name !== 'revocation')
  const reason = reasonOf(came, ending)
  if (HEARD[ending] === 'did not answer' || came instanceof NotReached) throw didNotAnswer(memory, reason)
  memory.breaker.succeeded()
  memory.trouble = ending === 'another 4xx' || ending === '429' ? troubleOf(memory, reason) : null
  if (HEARD[ending] === 'asks us to wait') throw keepsQuiet(memory, came, reason)
  return came
}

function reasonOf(came: BoundedAnswer | NotReached, ending: Ending): string {
  if (came instanceof NotReached) return came.message
  if (ending === '200 that cannot be read') return 'the answer cannot be read'
  return `the identity service answers ${came.status}`
}

function didNotAnswer(memory: Memory, reason: string): NoAnswer {
  memory.breaker.failed(reason)
  memory.trouble = troubleOf(memory, reason)
  const wait = closed(memory)
  return new NoAnswer(wait ? { ...wait, reason } : { kind: 'unavailable', reason })
}

/** A 429 says when to come back; until then nobody asks. */
function keepsQuiet(memory: Memory, { headers }: BoundedAnswer, reason: string): NoAnswer {
  const now = memory.clock.now()
  const seconds = retryAfterSecondsIn(headers, now)
  memory.quietUntilMs = Math.max(memory.quietUntilMs, now.getTime() + seconds * 1000)
  return new NoAnswer({ kind: 'unavailable', reason, retryAfterSeconds: seconds })
}

/** Since when the same trouble lasts. */
function troubleOf({ trouble, clock }: Memory, reason: string): Trouble {
  return { reason, since: trouble?.since ?? clock.now() }
}
