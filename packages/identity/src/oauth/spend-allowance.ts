import { type Awaitable, andThen } from '../platform/awaitable.ts'
import type { Reply } from '../platform/http/reply.ts'
import type { HttpRequest } from '../platform/http/route.ts'
import type { LimitAnswer, RateLimits } from '../rate-limits/index.ts'
import type { AuthenticatedClient, ClientAuthenticator } from '../clients/authenticate-client.ts'
import { type Caller, callerOf } from './client-request.ts'

/** What is counted of clients' requests. */
type CountedKind = 'token-per-ip' | 'introspect-per-ip'

/** What answering counted requests needs. */
export interface CountedCallerNeeds {
  readonly clients: ClientAuthenticator
  readonly limits: Pick<RateLimits, 'spend'>
}

/** How a route answers its callers. */
export interface CallerAnswers {
  within(caller: Caller): Awaitable<Reply>
  beyond(retryAfterSeconds: number): Reply
}

/** Recognises the sender of a request, counts it, and answers as the count allows; at once where nothing has to be asked. */
export function answerCaller(
  { clients, limits }: CountedCallerNeeds,
  kind: CountedKind,
  http: HttpRequest,
  answers: CallerAnswers,
): Awaitable<Reply> {
  return andThen(callerOf(clients, http), (caller) =>
    andThen(spendAllowance(limits, kind, caller), (spent) =>
      spent.allowed ? answers.within(caller) : answers.beyond(spent.retryAfterSeconds),
    ),
  )
}

/** Counts a request: for its client where that has an allowance of its own, else for its address, proven or not. */
function spendAllowance(
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
