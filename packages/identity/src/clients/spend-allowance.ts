import type { LimitAnswer, RateLimits } from '../rate-limits/index.ts'
import type { AuthenticatedClient, ClientAuthenticator } from './authenticate-client.ts'

/** What counting a client's request needs. */
export interface SpendAllowanceNeeds {
  readonly clients: ClientAuthenticator
  readonly limits: Pick<RateLimits, 'spend'>
}

/** A request of somebody who says to be a client. */
export interface ClientCall {
  readonly kind: 'token-per-ip' | 'introspect-per-ip'
  readonly authorization: string | undefined
  readonly address: string
}

/** Counts a request: for its client where that has an allowance of its own, else for its address, proven or not. */
export async function spendAllowance(needs: SpendAllowanceNeeds, call: ClientCall): Promise<LimitAnswer> {
  const { clients, limits } = needs
  const client = await clients.authenticate(call.authorization)
  const own = client.ok ? ownAllowance(client.value, call) : null
  return client.ok && own !== null
    ? limits.spend(call.kind, `client:${client.value.clientId}`, own)
    : limits.spend(call.kind, call.address)
}

function ownAllowance(client: AuthenticatedClient, { kind }: ClientCall): number | null {
  return kind === 'token-per-ip' ? client.tokenLimitPerMinute : client.introspectionLimitPerMinute
}
