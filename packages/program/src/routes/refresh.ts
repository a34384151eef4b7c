import { refreshSession } from '../sessions/index.ts'
import { readBody } from './body.ts'
import { pairBody } from './pair-body.ts'
import { refuse } from './problem.ts'
import { json } from './reply.ts'
import { type Endpoint, refused, saying, throttled, type Visit } from './visit.ts'

const ROTATION_ID = /^[A-Za-z0-9_-]{16,128}$/

/** `POST refresh/`: our addition to the contract, which names no path for it. */
export const refresh: Endpoint = async (visit) => {
  const presented = await readPresented(visit)
  if (presented instanceof Response) return presented
  const refreshed = await refreshSession(visit.service, presented)
  switch (refreshed.kind) {
    case 'refreshed':
      return json(200, pairBody(refreshed, visit.service.clock.now()))
    case 'refused':
      return refused(visit, refreshed.code)
    case 'throttled':
      return throttled(visit, Math.ceil(refreshed.retryAfterMs / 1000))
    case 'not now':
      return refuse(refreshed.result, saying(visit))
  }
}

async function readPresented(
  visit: Visit,
): Promise<{ refreshToken: string; rotationId: string | null } | Response> {
  const body = await readBody(visit, ['refresh_token', 'rotation_id'])
  if (!body.ok) return refused(visit, body.code, body.hint)
  const { refresh_token: refreshToken, rotation_id: rotationId = null } = body.fields
  if (typeof refreshToken !== 'string') return refused(visit, 'invalid_json', 'refresh_token is a text.')
  if (rotationId === null) return { refreshToken, rotationId }
  if (typeof rotationId === 'string' && ROTATION_ID.test(rotationId)) return { refreshToken, rotationId }
  return refused(visit, 'invalid_json', 'rotation_id is 16 to 128 characters of base64url.')
}
