import type { Awaitable } from '../platform/awaitable.ts'
import type { LimitAnswer, RateLimits } from '../rate-limits/index.ts'
import type { AuthenticatedClient } from './authenticate-client.ts'
import type { Caller } from './client-request.ts'

/** What is counted of clients' requests. */
type CountedKind = 'token-per-ip' | 'introspect-per-ip'

/** Counts a request: for its client where that has an allowance of its own, else for its address, proven or not. */
export function spendAllowance(
  limits: Pick<RateLimits, 'spend'>,
  kind: CountedKind,
  { client, address }: Caller,
): Awaitable<LimitAnswer> {
  const own = client.ok ? ownAllowance(client.value, kind) : null
  return client.ok && own !== null
    ? limits.spend(kind, `client:${client.value.clientId}`, own)
    : limits.spend(kind, address)
}

function ownAllowance(client: AuthenticatedClient, kind: CountedKind): number | null {
  return kind === 'token-per-ip' ? client.tokenLimitPerMinute : client.introspectionLimitPerMinute
}
