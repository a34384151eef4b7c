import {
  allowInsecureRequests,
  type Client,
  type ClientAuth,
  ClientSecretBasic,
  clockSkew,
  clockTolerance,
  customFetch,
} from 'oauth4webapi'
import { type Clock, systemClock } from '../platform/index.ts'
import { isConnectionRefused } from './central-refusal.ts'
import type { CentralSettings } from './settings.ts'

/** Clocks may differ by so much, in seconds. */
export const CLOCK_TOLERANCE_SECONDS = 60

/** The way to the identity service: settings, clock and fetch. */
export interface Line {
  readonly settings: CentralSettings
  readonly clock: Clock
  readonly fetch: typeof globalThis.fetch
}

/** How the library sends a request: in time, once more after a refused connection, plain http on loopback alone. */
export function requestOptions(line: Line, timeoutMs: number = line.settings.timeoutMs) {
  return {
    signal: AbortSignal.timeout(timeoutMs),
    [allowInsecureRequests]: line.settings.baseUrl.startsWith('http://'),
    [customFetch]: async (url: string, options: object) => {
      const once = () => line.fetch(url, { ...options, redirect: 'manual' })
      try {
        return await once()
      } catch (error) {
        if (!isConnectionRefused(error)) throw error
        return once()
      }
    },
  }
}

/** Our registration, as the library checks answers against it: RS256 alone, sixty seconds of tolerance. */
export function clientOf(line: Line): Client {
  const skew = line.clock.now().getTime() - systemClock.now().getTime()
  return {
    client_id: line.settings.clientId,
    id_token_signed_response_alg: 'RS256',
    [clockSkew]: Math.round(skew / 1000),
    [clockTolerance]: CLOCK_TOLERANCE_SECONDS,
  }
}

/** HTTP Basic with the present secret. */
export async function clientAuthOf(line: Line): Promise<ClientAuth> {
  return ClientSecretBasic((await line.settings.clientSecret()).reveal())
}
