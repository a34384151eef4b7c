import type { AuthorizationServer } from 'oauth4webapi'
import { accepted, type Result, refused } from '../platform/index.ts'
import { type BoundedAnswer, jsonObjectIn } from './bounded-answer.ts'
import { type CentralRefusal, plainWord, refusalOf, refusalOfStatus } from './central-refusal.ts'
import { basicCredentials, type Line, sendTo } from './line.ts'

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
 * Asks about a token (RFC 7662 section 2), as every session in use does twice a minute: a form and a few fields, without
 * the way through a library. An active answer that lacks a field is no answer: it neither admits nor ends anything.
 */
export async function introspect(
  line: Line,
  { introspection_endpoint: url }: AuthorizationServer,
  accessToken: string,
): Promise<Result<Introspected, CentralRefusal>> {
  if (url === undefined || !mayBeAsked(line, url))
    return refused({ kind: 'misconfigured', reason: 'discovery names no introspection endpoint with https' })
  try {
    return read(
      await sendTo(line, 'introspection', {
        url,
        method: 'POST',
        headers: {
          accept: 'application/json',
          authorization: await basicCredentials(line),
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

/** A token in the clear goes over TLS, or not beyond the machine that the settings name. */
function mayBeAsked({ settings }: Line, url: string): boolean {
  return url.startsWith('https://') || (settings.baseUrl.startsWith('http://') && url.startsWith('http://'))
}

function read(answer: BoundedAnswer): Result<Introspected, CentralRefusal> {
  const body = jsonObjectIn(answer)
  if (answer.status !== 200) return refused(refusalOfAnswer(answer.status, body?.['error']))
  // RFC 7662 section 2.2: `active` is required, and a boolean.
  if (typeof body?.['active'] !== 'boolean') return incomplete()
  if (!body['active']) return accepted({ active: false })
  const { sub: subject, sid, client_id: clientId, security_version: securityVersion } = body
  if (typeof subject !== 'string' || typeof sid !== 'string' || typeof clientId !== 'string')
    return incomplete()
  if (typeof securityVersion !== 'number') return incomplete()
  return accepted({ active: true, subject, sid, clientId, securityVersion })
}

function refusalOfAnswer(status: number, error: unknown): CentralRefusal {
  const refusal = refusalOfStatus(status)
  if (refusal.kind === 'misconfigured' || typeof error !== 'string') return refusal
  return { kind: 'misconfigured', reason: `the identity service says ${plainWord(error)}` }
}

function incomplete(): Result<never, CentralRefusal> {
  return refused({ kind: 'unavailable', reason: 'introspection answered without a required field' })
}
