import { type AuthorizationServer, introspectionRequest, processIntrospectionResponse } from 'oauth4webapi'
import { failed, type Result, succeeded } from '../platform/index.ts'
import { type CentralRefusal, refusalOf } from './central-refusal.ts'
import { clientAuthOf, clientOf, type Line, requestOptions } from './line.ts'

/** What the identity service says about a token (contract section 2.12). */
export type Introspected =
  | { readonly active: false }
  | {
      readonly active: true
      readonly subject: string
      readonly sid: string
      readonly securityVersion: number
      readonly clientId: string
    }

/** Asks about a token. An active answer that lacks a field is no answer: it neither admits nor ends anything. */
export async function introspect(
  line: Line,
  server: AuthorizationServer,
  accessToken: string,
): Promise<Result<Introspected, CentralRefusal>> {
  try {
    const auth = await clientAuthOf(line)
    const response = await introspectionRequest(
      server,
      clientOf(line),
      auth,
      accessToken,
      requestOptions(line, 'introspection'),
    )
    return read(await processIntrospectionResponse(server, clientOf(line), response))
  } catch (error) {
    const refusal = refusalOf(error)
    return failed(refusal.kind === 'misconfigured' ? refusal : { ...refusal, kind: 'unavailable' })
  }
}

function read(body: Readonly<Record<string, unknown>>): Result<Introspected, CentralRefusal> {
  if (body['active'] === false) return succeeded({ active: false })
  const { sub: subject, sid, client_id: clientId, security_version: securityVersion } = body
  if (typeof subject !== 'string' || typeof sid !== 'string' || typeof clientId !== 'string')
    return incomplete()
  if (typeof securityVersion !== 'number') return incomplete()
  return succeeded({ active: true, subject, sid, clientId, securityVersion })
}

function incomplete(): Result<never, CentralRefusal> {
  return failed({ kind: 'unavailable', reason: 'introspection answered without a required field' })
}
