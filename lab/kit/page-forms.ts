import { cookieHeader, formRequest, type HttpRequest } from '../../journeys/kit/http/request.ts'
import type { TestBrowser, Visited } from '../../packages/identity/testing/test-browser.ts'

type Fields = Readonly<Record<string, string>>

/** The first form of a page, filled in. */
export function formOf(page: Visited, fields: Fields, headers: Fields = {}): HttpRequest {
  const form = page.html.querySelector('form')
  if (!form)
    throw new Error(`No form on the page that answered ${page.status}: ${page.html.text.slice(0, 200)}`)
  const inputs = form
    .querySelectorAll('input[name]')
    .map((input) => [input.getAttribute('name') ?? '', input.getAttribute('value') ?? ''] as const)
  const path = new URL(form.getAttribute('action') ?? page.url, page.url).pathname
  return formRequest(path, { ...Object.fromEntries(inputs), ...fields }, headers)
}

/** The same, as a browser sends it. */
export async function formAt(
  browser: TestBrowser,
  path: string,
  fields: Fields = {},
  headers: Fields = {},
): Promise<HttpRequest> {
  const page = await browser.get(path)
  return formOf(page, fields, { cookie: cookieHeader(browser.cookies), ...headers })
}
