/** The headers of every response. */
export const SAFE_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** A JSON response. */
export function json(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const own = { 'content-type': 'application/json; charset=utf-8', ...headers }
  return new Response(JSON.stringify(body), { status, headers: { ...SAFE_HEADERS, ...own } })
}

/** A response without a body. */
export function empty(status: number, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(null, { status, headers: { ...SAFE_HEADERS, ...headers } })
}

/**
 * What a sign-out says to the browser (W3C Clear Site Data section 3.1): it forgets the pages and answers that it has kept, so that
 * the next person there cannot go back to them. Not the cookies: they are those of the whole domain, also of other programs and of
 * the identity service. Not the storage: it is the program's, and may have drafts.
 */
export const FORGET_PAGES: Readonly<Record<string, string>> = { 'clear-site-data': '"cache"' }

/** A page that is written already. */
export function htmlPage(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const own = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    ...headers,
  }
  return new Response(body, { status, headers: { ...SAFE_HEADERS, ...own } })
}
