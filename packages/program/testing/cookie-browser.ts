import type { ProgramSso } from '../src/program-sso.ts'
import { BASE } from './program.ts'

/** A browser that keeps the cookies of one program, as a browser must (RFC 6265 section 5.3). */
export interface CookieBrowser {
  readonly jar: Map<string, string>
  /** Opens a page, as a click on a link does. */
  open(path: string, headers?: Record<string, string>): Promise<Response>
  /** Sends a form of one of the program's own pages. */
  submit(path: string, headers?: Record<string, string>): Promise<Response>
  /** The headers of a request with the cookies. */
  headers(own?: Record<string, string>): Record<string, string>
}

const NAVIGATION = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }

/** Makes a browser. `send` answers its requests: the core of the program, or a server. */
export function cookieBrowser(send: (request: Request) => Promise<Response>): CookieBrowser {
  const jar = new Map<string, string>()
  const headers = (own: Record<string, string> = {}) =>
    jar.size === 0 ? own : { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '), ...own }
  const visit = async (method: string, path: string, own: Record<string, string>) => {
    const url = new URL(path, BASE)
    const response = await send(new Request(url, { method, headers: headers(own), redirect: 'manual' }))
    for (const line of response.headers.getSetCookie()) keep(jar, line)
    return response
  }
  return {
    ...{ jar, headers },
    open: (path, own = {}) => visit('GET', path, { ...NAVIGATION, 'sec-fetch-site': 'none', ...own }),
    submit: (path, own = {}) =>
      visit('POST', path, { ...NAVIGATION, 'sec-fetch-site': 'same-origin', origin: BASE, ...own }),
  }
}

/** Refuses what a browser refuses: a `__Host-` name without Secure, without `Path=/`, or with a domain. */
function keep(jar: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split('; ')
  const [name = '', value = ''] = pair.split('=')
  const isHostOnly = attributes.includes('Secure') && attributes.includes('Path=/')
  if (!name.startsWith('__Host-') || !isHostOnly || /domain/i.test(line))
    throw new Error(`a browser refuses ${line}`)
  jar.delete(name)
  if (!attributes.includes('Max-Age=0')) jar.set(name, value)
}

/** A browser for the core of a program, without a server. */
export function browserOf(sso: ProgramSso<{ id: string }>): CookieBrowser {
  return cookieBrowser(async (request) => (await sso.handle(request)) ?? new Response(null, { status: 404 }))
}

/** Where an answer leads: by a redirect, or by a page that goes on by itself. */
export async function leadsTo(answer: Response): Promise<string> {
  const location = answer.headers.get('location')
  if (location !== null) return location
  const [, url = ''] = /http-equiv="refresh" content="0;url=([^"]*)"/.exec(await answer.text()) ?? []
  return url.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
}

/**
 * Opens a callback, and the pages of its own address that it leads to. Returns the last answer, and the address that the browser is left with: of
 * a page, or of what the callback leads on to.
 */
export async function openedCallback(
  browser: CookieBrowser,
  callback: string,
  own: Record<string, string> = {},
): Promise<{ readonly answer: Response; readonly address: string }> {
  let address = callback
  for (;;) {
    const answer = await browser.open(address, own)
    const location = answer.headers.get('location')
    if (location === null) return { answer, address }
    if (!location.includes('/api/v1/sso/callback/')) return { answer, address: location }
    address = location
  }
}

/** Signs in by redirects: `login/`, the identity service, the callback. Returns the last response. */
export async function signInWith(
  browser: CookieBrowser,
  authorize: (url: string) => string | Promise<string>,
  returnTo = '/permits?page=2',
): Promise<Response> {
  const begun = await browser.open(`/api/v1/sso/login?return_to=${encodeURIComponent(returnTo)}`)
  const location = begun.headers.get('location')
  if (location === null) throw new Error(`login answered ${begun.status} ${await begun.text()}`)
  const landed = await openedCallback(browser, await authorize(location), { 'sec-fetch-site': 'cross-site' })
  return landed.answer
}
