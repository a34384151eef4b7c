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

/** Clocks may differ by so much, in seconds. */
export const CLOCK_TOLERANCE_SECONDS = 60

/** The way to the identity service: settings, clock, fetch, and how each endpoint has been doing. */
export interface Line {
  readonly settings: CentralSettings
  readonly clock: Clock
  readonly fetch: typeof globalThis.fetch
  readonly endpoints: Readonly<Record<EndpointName, Endpoint>>
}

/** A code or a refresh token is lost with its answer, so that answer is waited for twice as long. */
const PATIENCE: Readonly<Record<EndpointName, number>> = {
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

/** Sends a request: in time, once more after a refused connection, following no redirect, reading no endless answer. */
export function sendTo(
  line: Line,
  name: EndpointName,
  { url, ...options }: CentralRequest,
): Promise<BoundedAnswer> {
  const signal = options.signal ?? deadlineOf(line, name)
  const once = async () => readAnswer(await line.fetch(url, { ...options, signal, redirect: 'manual' }))
  return line.endpoints[name].send(() =>
    once().catch((error: unknown) => {
      if (!isConnectionRefused(error)) throw error
      return once()
    }),
  )
}

function deadlineOf({ settings }: Line, name: EndpointName): AbortSignal {
  return AbortSignal.timeout(PATIENCE[name] * settings.timeoutMs)
}

/** How the library sends a request: the same way, over plain http on loopback alone. */
export function requestOptions(line: Line, name: EndpointName) {
  return {
    signal: deadlineOf(line, name),
    [allowInsecureRequests]: line.settings.baseUrl.startsWith('http://'),
    [customFetch]: async (url: string, options: object) =>
      (await sendTo(line, name, { ...options, url })).response(),
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

/** HTTP Basic with the present secret, as the library wants it. */
export async function clientAuthOf(line: Line): Promise<ClientAuth> {
  return ClientSecretBasic(await presentSecret(line))
}

/** The same as a header: both parts are form-urlencoded (RFC 6749 section 2.3.1). */
export async function basicCredentials(line: Line): Promise<string> {
  const parts = [line.settings.clientId, await presentSecret(line)]
  return `Basic ${btoa(parts.map((part) => new URLSearchParams({ part }).toString().slice('part='.length)).join(':'))}`
}

async function presentSecret({ settings }: Line): Promise<string> {
  const clientSecret = await settings.clientSecret().catch(() => {
    throw new SecretUnreadable()
  })
  return clientSecret.reveal()
}
