import { type ProgramErrorCode, SSO_BASE_PATH } from './contract.ts'
import type { Browser } from './platform/browser.ts'

/** Shorter than a lease, longer than a program may take to ask the identity service. */
const PATIENCE_MS = 20_000
const LONGEST_RETRY_AFTER_SECONDS = 600

/** What a program's sign-in endpoint made of a request. */
export interface Answer {
  /** `away` is everything that says nothing about the citizen: no network, 5xx, a page that is not the program's. */
  readonly kind: 'ok' | 'refused' | 'throttled' | 'away'
  readonly body: Readonly<Record<string, unknown>>
  readonly programCode?: ProgramErrorCode
  readonly retryAfterSeconds?: number
  /** What arrived, still unread; */
  readonly response?: Response
  /** or why nothing did. */
  readonly error?: unknown
}

/** What reaching a program needs. */
export interface ProgramNeeds {
  readonly browser: Pick<Browser, 'AbortSignal'>
  /** Without a slash at the end. */
  readonly baseUrl: string
  fetch(url: URL, init: RequestInit): Promise<Response>
}

/** Reaches the sign-in endpoints of one program. */
export interface Program {
  call(
    name: 'config' | 'begin' | 'exchange' | 'refresh' | 'logout',
    body?: object,
    bearer?: string,
  ): Promise<Answer>
}

/** Ends a request that takes too long. */
export const patience = ({ browser }: Pick<ProgramNeeds, 'browser'>): AbortSignal =>
  browser.AbortSignal.timeout(PATIENCE_MS)

/** Where one sign-in endpoint of a program is. */
export const endpoint = (baseUrl: string, name: string): URL => new URL(`${baseUrl}${SSO_BASE_PATH}${name}/`)

/** Never follows a redirect: what is sent to a program goes to nobody else. A sign-out survives the page. */
export const programAt = ({ browser, fetch, baseUrl }: ProgramNeeds): Program => ({
  async call(name, body, bearer) {
    const headers = {
      ...(body && { 'content-type': 'application/json' }),
      ...(bearer && { authorization: `Bearer ${bearer}` }),
    }
    const arriving = fetch(endpoint(baseUrl, name), {
      method: name === 'config' ? 'GET' : 'POST',
      headers,
      body: JSON.stringify(body),
      keepalive: name === 'logout',
      redirect: 'error',
      signal: patience({ browser }),
    })
    return readAnswer(arriving)
  },
})

/** Reads what a program answered, if it did; the response itself stays unread. */
export async function readAnswer(arriving: Response | Promise<Response>): Promise<Answer> {
  try {
    const response = await arriving
    const body = await readJson(response)
    return {
      kind: kindOf(response, body),
      body: body ?? {},
      programCode: body?.['code'] as ProgramErrorCode,
      retryAfterSeconds: readRetryAfter(response),
      response,
    }
  } catch (error) {
    return { kind: 'away', body: {}, error }
  }
}

function kindOf({ ok, status }: Response, body: unknown): Answer['kind'] {
  if (status === 429) return 'throttled'
  if (status === 408 || status >= 500 || !body) return 'away'
  return ok ? 'ok' : 'refused'
}

async function readJson(response: Response): Promise<Answer['body'] | null> {
  try {
    return JSON.parse(await response.clone().text())
  } catch {
    return null
  }
}

/** Seconds, as programs send them (RFC 9110 §10.2.3); a date, or what cannot be read, counts as nothing asked. */
const readRetryAfter = ({ headers }: Response): number =>
  Math.min(Number(headers.get('retry-after')) || 0, LONGEST_RETRY_AFTER_SECONDS)
