import type { HotStatements, IntrospectedToken } from '../../access/index.ts'
import type { AuthenticatedClient } from '../../clients/index.ts'
import { errorBody, pageOfError } from '../../platform/error-body.ts'
import type { Parameters } from '../../platform/http/parameters.ts'
import { json, type Reply, refusing } from '../../platform/http/reply.ts'
import { type HttpRequest, type Route, route } from '../../platform/http/route.ts'
import { accepted, type Result, refused } from '../../platform/result.ts'
import {
  answerClient,
  type ClientAnswer,
  type ClientDoor,
  type ClientEndpoint,
  type ClientForm,
  tooManyReply,
} from '../client-reply.ts'
import { CLIENT_FORM_FAULT, namedClient, namesAnotherClient, TOKEN_PARAMETERS } from '../client-request.ts'
import { describeToken, findToken } from './introspect-token.ts'
import { INTROSPECTION_OPERATION } from './operation.ts'

/** Everything that the introspection endpoint uses. */
export interface IntrospectionNeeds extends ClientDoor {
  readonly access: Pick<HotStatements, 'introspectToken'>
}

const ONE_TOKEN = 'Send one form parameter named token.'
const NO_REPETITION = 'A parameter came more than once.'

/** The row of a token, or the fault of the form in words. */
type Found = IntrospectedToken | undefined | string

/** `/api/integrations/introspect/` (contract section 4.1). */
export function introspectionRoutes(service: IntrospectionNeeds): readonly Route[] {
  const endpoint: ClientEndpoint<Found> = {
    limit: {
      kind: 'introspect-per-ip',
      reply: (seconds) => tooManyReply('Too many introspections. Wait, then try again.', seconds),
    },
    memory: 'remembered',
    asksAgain: 1,
    twoMethods: (http) => invalidRequest(http, CLIENT_FORM_FAULT['two-authentication-methods']),
    ask: (_http, client, form) => {
      const token = readToken(form, client)
      return token.ok ? findToken(service.access, token.value, client) : token.refusal
    },
    reply: introspectionReply,
  }
  return [
    route('POST', '/api/integrations/introspect/', INTROSPECTION_OPERATION, (http) =>
      answerClient(service, http, endpoint),
    ),
  ]
}

function introspectionReply(
  http: HttpRequest,
  { clientId }: AuthenticatedClient,
  found: Found,
): ClientAnswer {
  if (typeof found === 'string') return refused(invalidRequest(http, found))
  const answer = describeToken(found, clientId)
  return answer === 'client-changed' ? refused(answer) : accepted(json(200, answer))
}

/** The token in a form, or the fault of the form. */
function readToken(form: ClientForm, client: AuthenticatedClient): Result<string, string> {
  return form.ok ? readTokenOf(form.value, client) : refused(ONE_TOKEN)
}

function readTokenOf(form: Parameters, client: AuthenticatedClient): Result<string, string> {
  if (form.repeats(TOKEN_PARAMETERS)) return refused(NO_REPETITION)
  if (namesAnotherClient(form, client)) return refused(CLIENT_FORM_FAULT['other-client-id'])
  const token = form.get('token')
  return token === undefined ? refused(ONE_TOKEN) : accepted(token)
}

function invalidRequest(http: HttpRequest, description: string): Reply {
  const reply = json(400, errorBody('invalid_request', description))
  return refusing(reply, description, namedClient(http), pageOfError('invalid_request'))
}
