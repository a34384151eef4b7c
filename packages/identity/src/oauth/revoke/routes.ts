import type { ClientAuthenticator } from '../../clients/index.ts'
import type { Basics } from '../../platform/foundation.ts'
import { empty, type Reply } from '../../platform/http/reply.ts'
import { type HttpRequest, type Route, route } from '../../platform/http/route.ts'
import {
  hasTwoAuthenticationMethods,
  invalidClientReply,
  namesAnotherClient,
  TOKEN_PARAMETERS,
} from '../client-request.ts'
import { tokenErrorReply } from '../token-refusal-reply.ts'
import { REVOCATION_OPERATION } from './operation.ts'
import { revokeToken } from './revoke-token.ts'

/** Everything that the revocation endpoint uses. */
export interface RevocationNeeds extends Basics {
  readonly clients: ClientAuthenticator
}

/** `/o/revoke/` (contract section 4.1). */
export function revocationRoutes(service: RevocationNeeds): readonly Route[] {
  return [route('POST', '/o/revoke/', REVOCATION_OPERATION, (http) => answerRevocation(service, http))]
}

async function answerRevocation(service: RevocationNeeds, http: HttpRequest): Promise<Reply> {
  const form = http.form()
  if (form.ok && hasTwoAuthenticationMethods(http, form.value))
    return tokenErrorReply(http, 'two-authentication-methods')
  const client = await service.clients.authenticate(http.header('authorization'), 'fresh')
  if (!client.ok) return invalidClientReply(http)
  if (!form.ok) return tokenErrorReply(http, form.refusal)
  const token = form.value.get('token')
  if (form.value.repeats(TOKEN_PARAMETERS)) return tokenErrorReply(http, 'repeated-parameter')
  if (namesAnotherClient(form.value, client.value)) return tokenErrorReply(http, 'other-client-id')
  if (token === undefined) return tokenErrorReply(http, 'missing-token')
  const { address, requestId } = http
  await revokeToken(service, token, { client: client.value, address, requestId })
  return empty(200)
}
