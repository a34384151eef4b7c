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
import { type BoundedAnswer, readAnswer } from './bounded-answer.ts'
import { isConnectionRefused, SecretUnreadable } from './central-refusal.ts'
import type { Endpoint, EndpointName } from './endpoint.ts'
import type { CentralSettings } from './settings.ts'

/** The tolerated difference between clocks, in seconds. */
export const CLOCK_TOLERANCE_SECONDS = 60

/** The parts of every request: settings, clock, fetch, and the state of each endpoint. */
export interface Transport {
  readonly settings: CentralSettings
  readonly clock: Clock
  readonly fetch: typeof globalThis.fetch
  readonly endpoints: Readonly<Record<EndpointName, Endpoint>>
}

/** A token request may take twice as long: a code or a refresh token is lost with its answer. */
const TIMEOUT_FACTOR: Readonly<Record<EndpointName, number>> = {
  discovery: 1,
  token: 2,
  introspection: 1,
  revocation: 1,
  'key set': 1,
}

/** A request to one of the endpoints. */
export interface CentralRequest extends Omit<RequestInit, 'signal' | 'redirect'> {
  readonly url: string
  readonly signal?: AbortSignal
}

/**
 * Sends a request with a timeout. Repeats it once after a refused connection, follows no redirect, and limits the
 * length of the answer.
 */
export function sendTo(
  transport: Transport,
  name: EndpointName,
  { url, ...options }: CentralRequest,
): Promise<BoundedAnswer> {
  const signal = options.signal ?? deadlineOf(transport, name)
  const once = async () => readAnswer(await transport.fetch(url, { ...options, signal, redirect: 'manual' }))
  return transport.endpoints[name].send(() =>
    once().catch((error: unknown) => {
      if (!isConnectionRefused(error)) throw error
      return once()
    }),
  )
}

function deadlineOf({ settings }: Transport, name: EndpointName): AbortSignal {
  return AbortSignal.timeout(TIMEOUT_FACTOR[name] * settings.timeoutMs)
}

/** The options with which the library sends its requests the same way. Plain http is allowed only on loopback. */
export function requestOptions(transport: Transport, name: EndpointName) {
  return {
    signal: deadlineOf(transport, name),
    [allowInsecureRequests]: transport.settings.baseUrl.startsWith('http://'),
    [customFetch]: async (url: string, options: object) =>
      (await sendTo(transport, name, { ...options, url })).response(),
  }
}

/** Our client, as the library checks answers: only RS256, 60 seconds of tolerance. */
export function clientOf(transport: Transport): Client {
  const second = (clock: Clock) => Math.floor(clock.now().getTime() / 1000)
  return {
    client_id: transport.settings.clientId,
    id_token_signed_response_alg: 'RS256',
    [clockSkew]: second(transport.clock) - second(systemClock),
    [clockTolerance]: CLOCK_TOLERANCE_SECONDS,
  }
}

/** HTTP Basic with the current secret, for the library. */
export async function clientAuthOf(transport: Transport): Promise<ClientAuth> {
  return ClientSecretBasic(await presentSecret(transport))
}

/** The same as a header. Both parts are form-urlencoded (RFC 6749 section 2.3.1). */
export async function basicCredentials(transport: Transport): Promise<string> {
  const parts = [transport.settings.clientId, await presentSecret(transport)]
  return `Basic ${btoa(parts.map((part) => new URLSearchParams({ part }).toString().slice('part='.length)).join(':'))}`
}

async function presentSecret({ settings }: Transport): Promise<string> {
  const clientSecret = await settings.clientSecret().catch(() => {
    throw new SecretUnreadable()
  })
  return clientSecret.reveal()
}
