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

/** The link of a page. */
interface PageLink {
  readonly href: string
  readonly text: string
  /** The browser follows it by itself. */
  readonly isFollowed?: boolean
}

/** A page with one sentence and one link. Escapes both. */
export function html(status: number, words: string, link: PageLink): Response {
  const head = link.isFollowed ? `<meta http-equiv="refresh" content="0;url=${escaped(link.href)}">` : ''
  const body = `<!doctype html><html lang="en"><meta charset="utf-8">${head}<title>Sign in</title>
<p>${escaped(words)}</p><p><a href="${escaped(link.href)}">${escaped(link.text)}</a></p></html>\n`
  return htmlPage(status, body)
}

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

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** A plain text page, for a browser that cannot be redirected to an app. */
export function page(
  status: number,
  words: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const own = {
    'content-type': 'text/plain; charset=utf-8',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    ...headers,
  }
  return new Response(`${words}\n`, { status, headers: { ...SAFE_HEADERS, ...own } })
}
