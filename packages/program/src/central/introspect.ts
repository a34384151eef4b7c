import type { AuthorizationServer } from 'oauth4webapi'
import { accepted, type Result, refused } from '../platform/index.ts'
import { type BoundedResponse, jsonObjectIn } from './bounded-response.ts'
import { type CentralRefusal, refusalOf, refusalOfStatus, safeErrorName } from './central-refusal.ts'
import { basicCredentials, isSafeToSendTo, sendTo, type Transport } from './transport.ts'

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

/**
 * Introspects a token (RFC 7662 section 2). Every session in use is checked about twice a minute, so this request does
 * not go through the library, which is slower. A response with `active: true` that lacks a field is `unavailable`: the
 * session neither passes nor ends.
 */
export async function introspect(
  transport: Transport,
  { introspection_endpoint: url }: AuthorizationServer,
  accessToken: string,
): Promise<Result<Introspected, CentralRefusal>> {
  if (url === undefined || !isSafeToSendTo(transport, url))
    return refused({ kind: 'misconfigured', reason: 'discovery names no introspection endpoint with https' })
  try {
    return read(
      await sendTo(transport, 'introspection', {
        url,
        method: 'POST',
        headers: {
          accept: 'application/json',
          authorization: await basicCredentials(transport),
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams({ token: accessToken }).toString(),
      }),
    )
  } catch (error) {
    const refusal = refusalOf(error)
    return refused(refusal.kind === 'misconfigured' ? refusal : { ...refusal, kind: 'unavailable' })
  }
}

function read(response: BoundedResponse): Result<Introspected, CentralRefusal> {
  const body = jsonObjectIn(response)
  if (response.status !== 200) return refused(refusalOfError(response.status, body?.['error']))
  // RFC 7662 section 2.2: `active` is required, and a boolean.
  if (typeof body?.['active'] !== 'boolean') return incomplete()
  if (!body['active']) return accepted({ active: false })
  const { sub: subject, sid, client_id: clientId, security_version: securityVersion } = body
  if (typeof subject !== 'string' || typeof sid !== 'string' || typeof clientId !== 'string')
    return incomplete()
  if (typeof securityVersion !== 'number') return incomplete()
  return accepted({ active: true, subject, sid, clientId, securityVersion })
}

function refusalOfError(status: number, error: unknown): CentralRefusal {
  const refusal = refusalOfStatus(status)
  if (refusal.kind === 'misconfigured' || typeof error !== 'string') return refusal
  return { kind: 'misconfigured', reason: `the identity service says ${safeErrorName(error)}` }
}

function incomplete(): Result<never, CentralRefusal> {
  return refused({ kind: 'unavailable', reason: 'introspection answered without a required field' })
}
