import { json } from '../platform/http/reply.ts'
import { type Route, route } from '../platform/http/route.ts'
import { HEALTH_OPERATION } from './operation.ts'

/** `/api/health/` (contract section 4.1). */
export function healthRoutes(service: { readonly serviceName: string }): readonly Route[] {
  return [
    route('GET', '/api/health/', HEALTH_OPERATION, () =>
      json(200, { status: 'ok', service: service.serviceName }),
    ),
  ]
}
