import type { SessionDevice } from '../store/index.ts'
import { nameUserAgent } from './name-user-agent.ts'
import { addressOf, type RequestContext } from './request-context.ts'

/** What the browser of a request is, as far as a session keeps it. */
export function deviceOf(context: RequestContext): SessionDevice {
  const { request, service } = context
  return {
    ...nameUserAgent(request.headers.get('user-agent')),
    ipAddress: service.settings.keepsAddress ? addressOf(context) : null,
  }
}
