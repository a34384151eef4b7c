import type { AuthenticatedClient } from '../../clients/index.ts'
import type { Basics } from '../../platform/foundation.ts'
import type { Parameters } from '../../platform/http/parameters.ts'
import { empty, type Reply } from '../../platform/http/reply.ts'
import { type HttpRequest, type Route, route } from '../../platform/http/route.ts'
import { accepted } from '../../platform/result.ts'
import { answerClient, type ClientDoor, type ClientEndpoint } from '../client-reply.ts'
import { namesAnotherClient, TOKEN_PARAMETERS } from '../client-request.ts'
import { tokenErrorReply } from '../token-refusal-reply.ts'
import { REVOCATION_OPERATION } from './operation.ts'
import { revokeToken } from './revoke-token.ts'

/** Everything that the revocation endpoint uses. */
export interface RevocationNeeds extends Basics, ClientDoor {}

/** `/o/revoke/` (contract section 4.1). */
export function revocationRoutes(service: RevocationNeeds): readonly Route[] {
  const endpoint: ClientEndpoint<Reply> = {
    limit: null,
    memory: 'fresh',
    asksAgain: 0,
    twoMethods: (http) => tokenErrorReply(http, 'two-authentication-methods'),
    ask: (http, client, form) =>
      form.ok ? answerForm(service, http, client, form.value) : tokenErrorReply(http, form.refusal),
    reply: (_http, _client, reply) => accepted(reply),
  }
  return [route('POST', '/o/revoke/', REVOCATION_OPERATION, (http) => answerClient(service, http, endpoint))]
}

async function answerForm(
  service: RevocationNeeds,
  http: HttpRequest,
  client: AuthenticatedClient,
  form: Parameters,
): Promise<Reply> {
  const token = form.get('token')
  if (form.repeats(TOKEN_PARAMETERS)) return tokenErrorReply(http, 'repeated-parameter')
  if (namesAnotherClient(form, client)) return tokenErrorReply(http, 'other-client-id')
  if (token === undefined) return tokenErrorReply(http, 'missing-token')
  const { address, requestId } = http
  await revokeToken(service, token, { client, address, requestId })
  return empty(200)
}
