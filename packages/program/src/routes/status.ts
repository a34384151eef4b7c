import { authenticateBearer, legacyBearerOf } from '../sessions/index.ts'
import type { StatusResponse } from '../wire.ts'
import { accountUrl } from './config.ts'
import { refuse } from './problem.ts'
import { json } from './reply.ts'
import { type Endpoint, exceeded, problemExtras, throttled } from './request-context.ts'

/** `GET status/`: whether this account is linked. It also accepts the old bearer of an account that is not linked. */
export const status: Endpoint = async (context) => {
  const { service } = context
  const legacy = await legacyBearerOf(service, context.request)
  const result = legacy ? null : await authenticateBearer(service, context.request)
  if (result && result.status !== 'ok') return refuse(result, problemExtras(context))
  const subject = result ? result.session.id : (legacy?.sessionRef ?? null)
  const wait = await exceeded(context, 'status', service.settings.throttle?.statusPerSession, subject)
  if (wait !== null) return throttled(context, wait)
  const linked = result !== null && (await service.store.findIdentityByAccount(result.accountId)) !== null
  const body: StatusResponse = { linked, account_url: accountUrl(service.settings) }
  return json(200, body)
}
