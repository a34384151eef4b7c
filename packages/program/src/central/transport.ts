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
import { type BoundedResponse, readResponse } from './bounded-response.ts'
import { isConnectionRefused, SecretUnreadable } from './central-refusal.ts'
import type { Endpoint, EndpointName } from './endpoint.ts'
import type { CentralSettings } from './settings.ts'

/** The tolerated difference between clocks, in seconds. */
export const CLOCK_TOLERANCE_SECONDS = 60

/** What every request to the identity service uses. */
export interface Transport {
  readonly settings: CentralSettings
  readonly clock: Clock
  readonly fetch: typeof globalThis.fetch
  readonly endpoints: Readonly<Record<EndpointName, Endpoint>>
}

/** A token request may take twice as long, because a lost response costs a code or a refresh token. */
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
 * Sends a request with a timeout. Repeats it once after a refused connection. Follows no redirect, and limits the
 * length of the response.
 */
export function sendTo(
  transport: Transport,
  name: EndpointName,
  { url, ...options }: CentralRequest,
): Promise<BoundedResponse> {
  const signal = options.signal ?? deadlineOf(transport, name)
  const once = async () =>
    readResponse(await transport.fetch(url, { ...options, signal, redirect: 'manual' }))
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

/** The options that make the library send its requests through `sendTo`. Plain http is allowed only on loopback. */
export function requestOptions(transport: Transport, name: EndpointName) {
  return {
    signal: deadlineOf(transport, name),
    [allowInsecureRequests]: transport.settings.baseUrl.startsWith('http://'),
    [customFetch]: async (url: string, options: object) =>
      (await sendTo(transport, name, { ...options, url })).asResponse(),
  }
}

/** Our client, for the checks of the library: only RS256, and 60 seconds of tolerance. */
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
  return ClientSecretBasic(await revealedSecret(transport))
}

/** Tokens and secrets are sent over TLS, or without it to a service on the same machine. */
export function isSafeToSendTo({ settings }: Transport, url: string): boolean {
  return url.startsWith('https://') || (settings.baseUrl.startsWith('http://') && url.startsWith('http://'))
}

/** HTTP Basic as a header. Both parts are form-urlencoded (RFC 6749 section 2.3.1). */
export async function basicCredentials(transport: Transport): Promise<string> {
  const parts = [transport.settings.clientId, await revealedSecret(transport)]
  return `Basic ${btoa(parts.map((part) => new URLSearchParams({ part }).toString().slice('part='.length)).join(':'))}`
}

async function revealedSecret({ settings }: Transport): Promise<string> {
  const clientSecret = await settings.clientSecret().catch(() => {
    throw new SecretUnreadable()
  })
  return clientSecret.reveal()
}
