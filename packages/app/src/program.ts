import type { ProgramErrorCode, SSO_BASE_PATH } from './contract.ts'
import type { Browser } from './platform/browser.ts'

/** Shorter than a lease, and longer than a program waits for the identity service. */
const REQUEST_TIMEOUT_MS = 20_000
const MAX_RETRY_AFTER_SECONDS = 600

/** What a program's endpoint answered, or why there was no response. */
export interface Answer {
  /**
   * `away`: the answer says nothing about the citizen. There was no network, a 408 or 5xx, or a page of something else.
   */
  readonly kind: 'ok' | 'refused' | 'throttled' | 'away'
  readonly body: Readonly<Record<string, unknown>>
  readonly programCode?: ProgramErrorCode
  readonly retryAfterSeconds?: number
  /** The response, with an unread body. Missing if there was none. */
  readonly response?: Response
  /** The error, if there was no response. */
  readonly error?: unknown
}

/** What the calls of a program are handed. */
export interface ProgramNeeds {
  readonly browser: Pick<Browser, 'AbortSignal'>
  /** Without a slash at the end. */
  readonly baseUrl: string
  fetch(url: string | URL | Request, init: RequestInit): Promise<Response>
}

/** The sign-in endpoints of a program. */
export type EndpointName = 'config' | 'begin' | 'exchange' | 'refresh' | 'logout' | 'status' | 'ticket'

/**
 * Calls a sign-in endpoint. Redirects are refused, so that tokens reach only the program. A sign-out request continues after the
 * page closes.
 */
export async function call(
  { browser, fetch, baseUrl }: ProgramNeeds,
  name: EndpointName,
  body?: object,
  bearer?: string,
): Promise<Answer> {
  const headers = {
    ...(body && { 'content-type': 'application/json' }),
    ...(bearer && { authorization: `Bearer ${bearer}` }),
  }
  return readAnswer(
    fetch(new URL(`${baseUrl}${'/api/v1/sso/' satisfies typeof SSO_BASE_PATH}${name}/`), {
      method: name === 'config' || name === 'status' ? 'GET' : 'POST',
      headers,
      body: JSON.stringify(body),
      keepalive: name === 'logout',
      redirect: 'error',
      signal: browser.AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    }),
  )
}

/**
 * Reads the response of a program. The caller can still read its body. A `Retry-After` (RFC 9110 §10.2.3) that is a
 * date or unreadable counts as 0.
 */
export async function readAnswer(arriving: Response | Promise<Response>): Promise<Answer> {
  try {
    const response = await arriving
    const { ok, status, headers } = response
    const body = (await response
      .clone()
      .json()
      .catch(() => null)) as Answer['body'] | null
    const isAway = !body || status === 408 || status >= 500
    return {
      kind: status === 429 ? 'throttled' : isAway ? 'away' : ok ? 'ok' : 'refused',
      body: body ?? {},
      programCode: body?.['code'] as ProgramErrorCode,
      retryAfterSeconds: Math.min(Number(headers.get('retry-after')) || 0, MAX_RETRY_AFTER_SECONDS),
      response,
    }
  } catch (error) {
    return { kind: 'away', body: {}, error }
  }
}
