import { refreshSession } from '../sessions/index.ts'
import { readBody } from './body.ts'
import { pairBody } from './pair-body.ts'
import { refuse } from './problem.ts'
import { json } from './reply.ts'
import { type Endpoint, problemExtras, type RequestContext, refused, throttled } from './request-context.ts'

/** The id of a retry. */
export const ROTATION_ID = /^[A-Za-z0-9_-]{16,128}$/

/** `POST refresh/`: rotates the local tokens. The contract names no path for it; this one is ours. */
export const refresh: Endpoint = async (context) => {
  const presented = await readPresented(context)
  if (presented instanceof Response) return presented
  const refreshed = await refreshSession(context.service, presented)
  switch (refreshed.kind) {
    case 'refreshed':
      return json(200, pairBody(refreshed, context.service.clock.now()))
    case 'refused':
      return refused(context, refreshed.code)
    case 'throttled':
      return throttled(context, Math.ceil(refreshed.retryAfterMs / 1000))
    case 'not valid':
      return refuse(refreshed.result, problemExtras(context))
  }
}

async function readPresented(
  context: RequestContext,
): Promise<{ refreshToken: string; rotationId: string | null } | Response> {
  const body = await readBody(context, ['refresh_token', 'rotation_id'])
  if (!body.ok) return refused(context, body.code, body.hint)
  const { refresh_token: refreshToken, rotation_id: rotationId = null } = body.fields
  if (typeof refreshToken !== 'string')
    return refused(context, 'invalid_json', 'refresh_token must be a string.')
  if (rotationId === null) return { refreshToken, rotationId }
  if (typeof rotationId === 'string' && ROTATION_ID.test(rotationId)) return { refreshToken, rotationId }
  return refused(context, 'invalid_json', 'rotation_id must be 16 to 128 characters of base64url.')
}
