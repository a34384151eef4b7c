import type { ClientAuthenticator } from '../clients/index.ts'
import { countRequest, invalidClientReply } from '../oauth/index.ts'
import { json, type Reply } from '../platform/http/reply.ts'
import { type HttpRequest, type Route, route } from '../platform/http/route.ts'
import type { RateLimits } from '../rate-limits/index.ts'
import { type FeedRequest, type Heard, type HearEndedNeeds, hearEnded } from './hear-ended.ts'
import { ENDED_FEED_OPERATION } from './operation.ts'

/** Everything that the endpoint uses. */
export interface EndedFeedNeeds extends HearEndedNeeds {
  readonly clients: ClientAuthenticator
  readonly limits: Pick<RateLimits, 'spend'>
}

/** When a client whose requests all wait may ask again: one of them is answered by then. */
const RETRY_SECONDS = 10

/** `GET /api/integrations/ended/`: beside the contract, for programs that want to hear of an end at once. */
export function endedFeedRoutes(service: EndedFeedNeeds): readonly Route[] {
  return [
    {
      ...route('GET', '/api/integrations/ended/', ENDED_FEED_OPERATION, (http) =>
        answerProgram(service, http),
      ),
      head: 'refused',
    },
  ]
}

async function answerProgram(service: EndedFeedNeeds, http: HttpRequest): Promise<Reply> {
  const proven = await service.clients.authenticate(http.header('authorization'))
  const limit = await countRequest(service.limits, 'ended-per-ip', proven, http.address)
  if (!limit.allowed) return tooManyReply('Too many requests. Wait, then try again.', limit.retryAfterSeconds)
  if (!proven.ok) return invalidClientReply(http)
  if ((await service.db.layout()) === 'distributed') return noFeedReply()
  const query = http.query()
  if (!query.ok || query.value.repeats(['since'])) return invalidRequest()
  const { closing } = http
  return hear(service, http, {
    client: proven.value,
    since: query.value.get('since'),
    begunAt: performance.now(),
    closing,
    whenLeft: (listener) => http.whenLeft(listener),
  })
}

/** Where the client has changed since this process read it, it is authenticated against the database and hears again. */
async function hear(service: EndedFeedNeeds, http: HttpRequest, request: FeedRequest): Promise<Reply> {
  const heard = await hearEnded(service, request)
  if (heard.ok) return json(200, wireOf(heard.value, request.since))
  if (heard.refusal === 'too-many-waiting')
    return tooManyReply('Too many requests of this client wait here already.', RETRY_SECONDS)
  if (heard.refusal === 'caller-left') return callerLeftReply()
  const again = await service.clients.authenticate(http.header('authorization'), 'fresh')
  return again.ok ? hear(service, http, { ...request, client: again.value }) : invalidClientReply(http)
}

/** `since` is in the answer, so that a program notices an answer that a cache kept from another question. */
function wireOf({ cursor, isBroken, ended, waitedMilliseconds }: Heard, since: string | undefined) {
  return {
    cursor,
    since: since ?? null,
    check_all: isBroken,
    ended: ended.map(({ subject, sessionId }) => ({
      sub: subject,
      ...(sessionId === null ? {} : { sid: sessionId }),
    })),
    waited_ms: waitedMilliseconds,
  }
}

/** Citus cannot say in which order its servers have committed (decision 41). */
function noFeedReply(): Reply {
  return json(404, {
    error: 'invalid_request',
    error_description: 'There is no feed on a distributed database. Introspect each token.',
  })
}

/** Nobody reads it. It is no fault of the service (RFC 9110 section 15.5.9 comes nearest). */
function callerLeftReply(): Reply {
  return json(408, { error: 'invalid_request', error_description: 'The caller has left.' })
}

function invalidRequest(): Reply {
  return json(400, {
    error: 'invalid_request',
    error_description: 'Send one parameter named since, or none.',
  })
}

function tooManyReply(description: string, retryAfterSeconds: number): Reply {
  return json(
    429,
    { error: 'temporarily_unavailable', error_description: description },
    { headers: { 'retry-after': String(retryAfterSeconds) } },
  )
}
