import { authenticate, legacyBearerOf } from '../sessions/index.ts'
import type { StatusResponse } from '../wire.ts'
import { accountUrl } from './config.ts'
import { refuse } from './problem.ts'
import { json } from './reply.ts'
import { type Endpoint, exceeded, saying, throttled } from './visit.ts'

/** `GET status/`: whether this account is connected; an old bearer of an unconnected account may ask too. */
export const status: Endpoint = async (visit) => {
  const { service } = visit
  const legacy = await legacyBearerOf(service, visit.request)
  const result = legacy ? null : await authenticate(service, visit.request)
  if (result && result.status !== 'ok') return refuse(result, saying(visit))
  const subject = result ? result.session.id : (legacy?.sessionRef ?? null)
  const wait = await exceeded(visit, 'status', service.settings.throttle?.statusPerSession, subject)
  if (wait !== null) return throttled(visit, wait)
  const linked = result !== null && (await service.store.findIdentityByAccount(result.accountId)) !== null
  const body: StatusResponse = { linked, account_url: accountUrl(service.settings) }
  return json(200, body)
}
