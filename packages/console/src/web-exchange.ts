import type { HttpRequest, Reply } from '@portico/identity/parts'
import type { VisitorRequest } from '@portico/program'

/** The headers of a request by which the program side decides. */
const READ_HEADERS = [
  ...['cookie', 'origin', 'user-agent', 'content-type', 'content-length', 'accept', 'accept-language'],
  ...['sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest', 'sec-fetch-user', 'sec-purpose', 'purpose'],
]

/** The visitor of a request, for the guard. */
export function visitorOf(http: HttpRequest): VisitorRequest {
  return { method: http.method, url: targetOf(http), headers: headersOf(http) }
}

/** The same as a visitor who opens a page: whoever sends a form and has to sign in first is led there, and then to this page. */
export function visitorTo(http: HttpRequest, url: string): VisitorRequest {
  return { method: 'GET', url, headers: headersOf(http) }
}

/** The same request as the web platform has it, for the paths of a sign-in. Their bodies are empty. */
export function webRequestOf(http: HttpRequest, origin: string): Request {
  return new Request(origin + targetOf(http), { method: http.method, headers: headersOf(http) })
}

/** A response of the web platform as a reply of the server. */
export async function replyOf(response: Response): Promise<Reply> {
  const headers = Object.fromEntries(
    [...response.headers].filter(([name]) => name !== 'set-cookie' && name !== 'content-length'),
  )
  const { status } = response
  return { status, headers, cookies: response.headers.getSetCookie(), body: await response.text() }
}

function headersOf(http: HttpRequest): Record<string, string> {
  const sent = READ_HEADERS.flatMap((name) => {
    const value = http.header(name)
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(sent)
}

/** The target of a request as it was sent (RFC 9112 section 3.2.1). */
export function targetOf({ path, rawQuery }: HttpRequest): string {
  return rawQuery === '' ? path : `${path}?${rawQuery}`
}
