/** An answer, read completely. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The JSON object of the body; an empty object where the body is none. */
  readonly json: Readonly<Record<string, unknown>>
}

/** A server does not answer at all. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}

/** Longer than a program may wait for the identity service. */
const MOST_MILLISECONDS = 20_000

/** Sends a request and follows no redirect. Throws `NoAnswer`. */
export async function ask(url: string, init: RequestInit = {}): Promise<Answer> {
  try {
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      signal: AbortSignal.timeout(MOST_MILLISECONDS),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, json: objectOf(text) }
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    throw new NoAnswer(`${init.method ?? 'GET'} ${url.split('?')[0]}: ${String(cause)}`, { cause: error })
  }
}

/** A request that sends JSON. Text is sent as it is. */
export function jsonRequest(body: unknown, headers: Readonly<Record<string, string>> = {}): RequestInit {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { method: 'POST', body: text, headers: { 'content-type': 'application/json', ...headers } }
}

function objectOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
  } catch {
    return {}
  }
}

/** A field that must be text; `''` where it is not. */
export function textOf({ json }: Pick<Answer, 'json'>, name: string): string {
  const value = json[name]
  return typeof value === 'string' ? value : ''
}
