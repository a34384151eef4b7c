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
import { boundedAnswer } from './bounded-answer.ts'
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

/** How the library sends a request: in time, once more after a refused connection, following no redirect, reading no endless answer, plain http on loopback alone. */
export function requestOptions(line: Line, timeoutMs: number = line.settings.timeoutMs) {
  return {
    signal: AbortSignal.timeout(timeoutMs),
    [allowInsecureRequests]: line.settings.baseUrl.startsWith('http://'),
    [customFetch]: async (url: string, options: object) => {
      const once = async () => boundedAnswer(await line.fetch(url, { ...options, redirect: 'manual' }))
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
  const second = (clock: Clock) => Math.floor(clock.now().getTime() / 1000)
  return {
    client_id: line.settings.clientId,
    id_token_signed_response_alg: 'RS256',
    [clockSkew]: second(line.clock) - second(systemClock),
    [clockTolerance]: CLOCK_TOLERANCE_SECONDS,
  }
}

/** HTTP Basic with the present secret. */
export async function clientAuthOf(line: Line): Promise<ClientAuth> {
  return ClientSecretBasic((await line.settings.clientSecret()).reveal())
}
