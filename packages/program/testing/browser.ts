import { type HTMLElement, parse } from 'node-html-parser'

/** The page after all redirects. Outside the service, only its address: the status is 0. */
export interface Page {
  readonly status: number
  readonly url: string
  readonly html: HTMLElement
}

/** Sends one request, without following redirects. */
export type Send = (url: string, init: RequestInit) => Promise<Response>

/** A browser with forms, cookies, redirects and pages that navigate. It stays within one service. */
export function createBrowser(
  base: string,
  send: Send = fetch,
): {
  get(address: string): Promise<Page>
  submit(page: Page, fields: Readonly<Record<string, string>>): Promise<Page>
} {
  const cookies = new Map<string, string>()
  const visit = async (url: string, init: RequestInit): Promise<Page> => {
    if (!url.startsWith(base)) return { status: 0, url, html: parse('') }
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await send(url, {
      ...init,
      headers: { cookie, origin: base, ...init.headers },
      redirect: 'manual',
    })
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    const location = answer.headers.get('location')
    if (location !== null) return visit(new URL(location, url).href, {})
    const html = parse(await answer.text())
    const next = html.querySelector('meta[http-equiv="refresh"]')?.getAttribute('content')?.split('url=')[1]
    return next === undefined ? { status: answer.status, url, html } : visit(new URL(next, url).href, {})
  }
  return {
    get: (address) => visit(address, {}),
    submit(page, fields) {
      const form = formOf(page.html, fields)
      if (!form) throw new Error(`no form on ${page.url}: ${page.html.text.slice(0, 400)}`)
      const body = new URLSearchParams({ ...ownFields(form), ...fields }).toString()
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      return visit(new URL(form.getAttribute('action') ?? page.url, page.url).href, {
        method: 'POST',
        headers,
        body,
      })
    },
  }
}

/** The form that has these fields. Of several, the one with the button "Continue". */
function formOf(html: HTMLElement, fields: Readonly<Record<string, string>>): HTMLElement | undefined {
  const forms = html
    .querySelectorAll('main form')
    .filter((form) => Object.keys(fields).every((name) => form.querySelector(`input[name="${name}"]`)))
  return forms.find((form) => form.text.includes('Continue')) ?? forms[0]
}

function ownFields(form: HTMLElement): Record<string, string> {
  const named = [...form.querySelectorAll('input'), form.querySelector('button')].filter((input) =>
    input?.getAttribute('name'),
  )
  return Object.fromEntries(
    named.map((input) => [input?.getAttribute('name') ?? '', input?.getAttribute('value') ?? '']),
  )
}
