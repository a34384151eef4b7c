import type { Settings } from '../service.ts'
import type { ConfigResponse } from '../wire.ts'
import { json } from './reply.ts'
import type { Endpoint } from './request-context.ts'

/** The page of the identity service where a citizen sees and ends sessions. */
export function accountUrl(settings: Settings): string {
  return `${settings.central.baseUrl}/account/`
}

/** `GET config/`: sends nothing to the identity service, so it works during an outage. */
export const config: Endpoint = async ({ service }) => {
  const { settings } = service
  const body: ConfigResponse = {
    enabled: settings.enabled,
    account_url: accountUrl(settings),
    registration_url: `${settings.central.baseUrl}/register/`,
    recovery_url: `${settings.central.baseUrl}/recover/`,
  }
  return json(200, body, { 'cache-control': 'public, max-age=60' })
}
