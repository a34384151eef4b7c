import type { AuthenticatedClient, ClientAuthenticator, ProvenClient } from '../clients/index.ts'
import { errorBody } from '../platform/error-body.ts'
import type { Parameters } from '../platform/http/parameters.ts'
import { json, type Reply } from '../platform/http/reply.ts'
import type { HttpRequest } from '../platform/http/route.ts'
import { type Awaitable, andThen, type Result } from '../platform/result.ts'
import type { LimitKind, SpendsLimits } from '../rate-limits/index.ts'
import {
  authenticate,
  countRequest,
  hasTwoAuthenticationMethods,
  invalidClientReply,
} from './client-request.ts'

/** What every endpoint for programs uses before its own work. */
export interface ClientDoor extends SpendsLimits {
  readonly clients: ClientAuthenticator
}

/** The form of a request, or why it cannot be read. */
export type ClientForm = Result<Parameters, 'not-a-form' | 'malformed'>

/**
 * What a client is told. Refused are a reply that no statement has compared the client's revision for, and
 * `client-changed`, where one has, and the client is not what this process remembers.
 */
export type ClientAnswer = Result<Reply, Reply | 'client-changed'>

/** One endpoint for programs, as seen from the door. */
export interface ClientEndpoint<Found> {
  /** What its requests are counted as, and the reply where there were too many. Null where nothing counts them. */
  readonly limit: { readonly kind: LimitKind; reply(retryAfterSeconds: number): Reply } | null
  /** `fresh` where no statement of the endpoint compares the revision of a remembered client. */
  readonly memory: 'remembered' | 'fresh'
  /** How often it asks anew where the client changes meanwhile. */
  readonly asksAgain: number
  /** The reply to a request that authenticates in two ways. Null where no form is read. */
  readonly twoMethods: ((http: HttpRequest) => Reply) | null
  /** What is asked for a proven client. */
  ask(http: HttpRequest, client: AuthenticatedClient, form: ClientForm): Awaitable<Found>
  /** What the client is told of it. */
  reply(http: HttpRequest, client: AuthenticatedClient, found: Found): ClientAnswer
}

/**
 * Answers a program: authenticates it, counts the request, refuses two ways of authentication and unknown clients, asks, and
 * replies. Programs introspect every 30 seconds for each citizen, so it awaits only what is not known yet.
 */
export function answerClient<Found>(
  door: ClientDoor,
  http: HttpRequest,
  endpoint: ClientEndpoint<Found>,
): Awaitable<Reply> {
  const { limit, memory } = endpoint
  return andThen(authenticate(door.clients, http, memory), (client) => {
    if (!limit) return answerProven(door, http, endpoint, client)
    return andThen(countRequest(door.limits, limit.kind, client, http.address), (counted) =>
      counted.allowed ? answerProven(door, http, endpoint, client) : limit.reply(counted.retryAfterSeconds),
    )
  })
}

function answerProven<Found>(
  door: ClientDoor,
  http: HttpRequest,
  endpoint: ClientEndpoint<Found>,
  client: ProvenClient,
): Awaitable<Reply> {
  const form = http.form()
  if (endpoint.twoMethods && form.ok && hasTwoAuthenticationMethods(http, form.value))
    return endpoint.twoMethods(http)
  if (!client.ok) return invalidClientReply(http)
  return andThen(endpoint.ask(http, client.value, form), (found) => {
    const answer = endpoint.reply(http, client.value, found)
    return answer.ok ? answer.value : answerAnew(door, http, endpoint, answer.refusal)
  })
}

/** The client may have changed since this process read it: authenticates it against the database before it is refused or asked for again. */
async function answerAnew<Found>(
  door: ClientDoor,
  http: HttpRequest,
  endpoint: ClientEndpoint<Found>,
  refusal: Reply | 'client-changed',
): Promise<Reply> {
  let current = refusal
  for (let times = 0; times < endpoint.asksAgain; times += 1) {
    const client = await authenticate(door.clients, http, 'fresh')
    if (!client.ok) return invalidClientReply(http)
    if (current !== 'client-changed') return current
    const found = await endpoint.ask(http, client.value, http.form())
    const answer = endpoint.reply(http, client.value, found)
    if (answer.ok) return answer.value
    current = answer.refusal
  }
  return current === 'client-changed' ? invalidClientReply(http) : current
}

/** The reply in JSON to a client that has to wait. */
export function tooManyReply(description: string, retryAfterSeconds: number): Reply {
  const body = errorBody('temporarily_unavailable', description)
  return json(429, body, { headers: { 'retry-after': String(retryAfterSeconds) } })
}
