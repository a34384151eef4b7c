import type { EndpointName, EndpointState } from './endpoint.ts'

/** The state of the identity service, from its last responses. */
export interface IdentityHealth {
  readonly identity: 'up' | 'degraded' | 'down'
  readonly since: Date
  readonly lastError: string | null
  readonly introspectHeadroom: number
}

type Word = IdentityHealth['identity']

/**
 * The state of the whole service while one endpoint does not answer. Only revocation can fail without a citizen
 * noticing.
 */
const WITHOUT: Readonly<Record<EndpointName, Word>> = {
  discovery: 'down',
  token: 'down',
  introspection: 'down',
  revocation: 'degraded',
  'key set': 'down',
}

const RANK: Readonly<Record<Word, number>> = { up: 0, degraded: 1, down: 2 }

/** Returns the worst state of all endpoints. Of several equal ones, returns the latest. */
export function healthOf(endpoints: readonly EndpointState[]): Omit<IdentityHealth, 'introspectHeadroom'> {
  const [worst] = endpoints
    .map(healthOfEndpoint)
    .sort((a, b) => RANK[b.identity] - RANK[a.identity] || b.since.getTime() - a.since.getTime())
  if (!worst) throw new Error('there is no endpoint')
  return worst
}

function healthOfEndpoint({ name, breaker, trouble }: EndpointState) {
  const identity: Word = breaker.open ? WITHOUT[name] : trouble ? 'degraded' : 'up'
  const reason = trouble?.reason ?? breaker.lastError
  return {
    identity,
    since: breaker.open ? breaker.since : (trouble?.since ?? breaker.since),
    lastError: reason === null ? null : `${name}: ${reason}`,
  }
}
