import {
  bearerOf,
  type ExchangedHandoff,
  exchangeHandoff,
  isHandoffCode,
  startOfLink,
} from '../sessions/index.ts'
import { LIMITS } from '../wire.ts'
import { readBody } from './body.ts'
import { deviceOf } from './device-of.ts'
import { pairBody } from './pair-body.ts'
import { refuse } from './problem.ts'
import { json } from './reply.ts'
import {
  type Endpoint,
  exceeded,
  problemExtras,
  type RequestContext,
  refused,
  throttled,
} from './request-context.ts'

/** A verifier (RFC 7636 section 4.1). */
export const VERIFIER = new RegExp(`^[A-Za-z0-9\\-._~]{${LIMITS.verifierMin},${LIMITS.verifierMax}}$`)

/** `POST exchange/`: checks the code and the verifier, and starts a local session. */
export const exchange: Endpoint = async (context) => {
  const { service } = context
  const presented = await readPresented(context)
  if (presented instanceof Response) return presented
  const wait = await exceeded(context, 'exchange', service.settings.throttle?.exchangePerIp)
  if (wait !== null) return throttled(context, wait)
  const accountId = await accountOfBearer(context)
  if (accountId instanceof Response) return accountId
  const exchanged: ExchangedHandoff = isHandoffCode(presented.code)
    ? await exchangeHandoff(service, {
        ...presented,
        accountId,
        carrier: 'tokens',
        device: deviceOf(context),
      })
    : { kind: 'refused' }
  if (exchanged.kind === 'exchanged') return json(200, pairBody(exchanged, service.clock.now()))
  if (exchanged.kind === 'conflict') return refused(context, 'handoff_conflict')
  const failures = await exceeded(
    context,
    'exchange-failures',
    service.settings.throttle?.exchangeFailuresPerIp,
  )
  return failures === null ? refused(context, 'handoff_invalid') : throttled(context, failures)
}

async function readPresented(
  context: RequestContext,
): Promise<{ code: string; verifier: string } | Response> {
  const body = await readBody(context, ['code', 'code_verifier'])
  if (!body.ok) return refused(context, body.code, body.hint)
  const { code, code_verifier: verifier } = body.fields
  if (typeof code !== 'string') return refused(context, 'invalid_json', 'code must be the value of sso_code.')
  if (typeof verifier !== 'string' || !VERIFIER.test(verifier))
    return refused(context, 'code_verifier_invalid')
  return { code, verifier }
}

/** The account of the bearer that an app may send when it links. Null if there is no valid bearer. */
async function accountOfBearer(context: RequestContext): Promise<string | null | Response> {
  if (bearerOf(context.request) === null) return null
  const start = await startOfLink(context.service, context.request)
  if (start.ok) return start.link.accountId
  return start.result.status === 'unavailable' ? refuse(start.result, problemExtras(context)) : null
}
