import {
  answerClient,
  type ClientAnswer,
  type ClientDoor,
  type ClientEndpoint,
  tooManyReply,
} from '../oauth/index.ts'
import { errorBody } from '../platform/error-body.ts'
import { json, type Reply } from '../platform/http/reply.ts'
import { type HttpRequest, type Route, route } from '../platform/http/route.ts'
import { accepted, refused } from '../platform/result.ts'
import { type FeedRequest, type Heard, type HearEndedNeeds, hearEnded } from './hear-ended.ts'
import { ENDED_FEED_OPERATION } from './operation.ts'

/** Everything that the endpoint uses. */
export interface EndedFeedNeeds extends HearEndedNeeds, ClientDoor {}

/** When a client whose requests all wait may ask again: one of them is answered by then. */
const RETRY_SECONDS = 10

/** `GET /api/integrations/ended/`: beside the contract, for programs that want to hear of an end at once. */
export function endedFeedRoutes(service: EndedFeedNeeds): readonly Route[] {
  return [
    {
      ...route('GET', '/api/integrations/ended/', ENDED_FEED_OPERATION, (http) =>
        answerClient(service, http, endpointFrom(service, performance.now())),
      ),
      head: 'refused',
    },
  ]
}

/** The endpoint for one request. A client may change more than once while the request waits, and is asked for anew each time. */
function endpointFrom(service: EndedFeedNeeds, begunAt: number): ClientEndpoint<ClientAnswer> {
  return {
    limit: {
      kind: 'ended-per-ip',
      reply: (seconds) => tooManyReply('Too many requests. Wait, then try again.', seconds),
    },
    memory: 'remembered',
    asksAgain: Number.POSITIVE_INFINITY,
    twoMethods: null,
    ask: (http, client) => hear(service, http, { client, begunAt }),
    reply: (_http, _client, answer) => answer,
  }
}

async function hear(
  service: EndedFeedNeeds,
  http: HttpRequest,
  asked: Pick<FeedRequest, 'client' | 'begunAt'>,
): Promise<ClientAnswer> {
  const query = http.query()
  if (!query.ok || query.value.repeats(['since'])) return accepted(invalidRequest())
  const since = query.value.get('since')
  const { closing } = http
  const whenLeft = (listener: () => void) => http.whenLeft(listener)
  const heard = await hearEnded(service, { ...asked, since, closing, whenLeft })
  if (heard.ok) return accepted(json(200, wireOf(heard.value, since)))
  return heard.refusal === 'client-changed' ? refused(heard.refusal) : accepted(REFUSAL[heard.refusal]())
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

/** A server of Citus stores events without the number of its own transaction (decision 131). */
function noFeedReply(): Reply {
  const sentence = 'There is no feed on this distributed database. Introspect each token.'
  return json(404, errorBody('invalid_request', sentence))
}

const REFUSAL = {
  'too-many-waiting': () =>
    tooManyReply('Too many requests of this client wait here already.', RETRY_SECONDS),
  'caller-left': callerLeftReply,
  'no-feed': noFeedReply,
}

/** Nobody reads it. It is no fault of the service (RFC 9110 section 15.5.9 comes nearest). */
function callerLeftReply(): Reply {
  return json(408, errorBody('invalid_request', 'The caller has left.'))
}

function invalidRequest(): Reply {
  return json(400, errorBody('invalid_request', 'Send one parameter named since, or none.'))
}
