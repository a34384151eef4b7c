import { type HTMLElement, parse } from 'node-html-parser'

/** The answer to a page request. */
export interface Visited {
  readonly status: number
  readonly url: string
  readonly headers: Headers
  readonly body: string
  readonly html: HTMLElement
  /** `Location`, or nothing. */
  readonly location: string | undefined
}

/** Optional parts of a request. */
export interface VisitOptions {
  readonly headers?: Readonly<Record<string, string>>
  readonly follow?: boolean
}

/** Packing and unpacking each page would cost more than many a request. Chromium and tests of their own ask for packed pages. */
const PLAIN = { 'accept-encoding': 'identity' }

type Send = (url: string, init: RequestInit) => Promise<Response>

/** A browser with forms, cookies and redirects. It runs no scripts, because the pages need none. */
export class TestBrowser {
  readonly cookies = new Map<string, string>()
  readonly #base: string
  readonly #headers: Readonly<Record<string, string>>
  readonly #send: Send

  constructor(
    baseUrl: string,
    headers: Readonly<Record<string, string>> = { 'accept-language': 'en' },
    send: Send = fetch,
  ) {
    this.#base = baseUrl
    this.#headers = headers
    this.#send = send
  }
  get(address: string, options: VisitOptions = {}): Promise<Visited> {
    return this.#visit(address, { method: 'GET' }, options)
  }
  post(
    address: string,
    fields: Readonly<Record<string, string>>,
    options: VisitOptions = {},
  ): Promise<Visited> {
    const body = new URLSearchParams(fields).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded', ...options.headers }
    return this.#visit(address, { method: 'POST', body }, { ...options, headers })
  }
  /** Fills in a form of a page and sends it: the first one of its content, or the one with this text on a button. */
  submit(
    page: Visited,
    fields: Readonly<Record<string, string>> = {},
    options: VisitOptions & { readonly button?: string | RegExp } = {},
  ): Promise<Visited> {
    const form = findForm(page.html, options.button)
    if (!form) throw new Error(`No such form on ${page.url}: ${page.html.text.slice(0, 300)}`)
    const action = new URL(form.getAttribute('action') ?? page.url, page.url).href
    return this.post(action, { ...fieldsOf(form, options.button), ...fields }, options)
  }
  /** Follows the link whose text begins with these words. */
  click(page: Visited, words: string, options: VisitOptions = {}): Promise<Visited> {
    const link = page.html.querySelectorAll('a').find((each) => each.text.trim().startsWith(words))
    const href = link?.getAttribute('href')
    if (href === undefined) throw new Error(`No such link on ${page.url}: ${page.html.text.slice(0, 300)}`)
    return this.get(new URL(href, page.url).href, options)
  }
  async #visit(address: string, init: RequestInit, options: VisitOptions): Promise<Visited> {
    const url = new URL(address, this.#base).href
    const headers = { ...PLAIN, ...this.#headers, ...this.#cookieHeader(), ...options.headers }
    const answer = await this.#send(url, { ...init, headers, redirect: 'manual' })
    this.#keepCookies(answer.headers.getSetCookie())
    const location = answer.headers.get('location') ?? undefined
    const target = location === undefined ? undefined : new URL(location, url)
    if (target && options.follow !== false && target.origin === new URL(this.#base).origin) {
      return this.#visit(target.href, { method: 'GET' }, {})
    }
    const body = await answer.text()
    const html = parse(asRead(body))
    checkScripts(html, url, answer.headers.get('content-security-policy') ?? '')
    return { status: answer.status, url, headers: answer.headers, body, html, location: target?.href }
  }
  #cookieHeader(): Record<string, string> {
    if (this.cookies.size === 0) return {}
    return { cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
  }
  #keepCookies(setCookies: readonly string[]): void {
    for (const line of setCookies) {
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      const name = pair.slice(0, at)
      if (/max-age=0(?:;|$)/i.test(line)) this.cookies.delete(name)
      else this.cookies.set(name, pair.slice(at + 1))
    }
  }
}

/** A reader sees no difference between a space and one at which no line ends. */
const asRead = (body: string) => body.replace(/>[^<]+/g, (text) => text.replaceAll('\u00a0', ' '))

/** A browser runs a script only where the policy of its page names it. */
function checkScripts(html: HTMLElement, url: string, policy: string): void {
  for (const script of html.querySelectorAll('script[src]')) {
    const path = script.getAttribute('src') ?? ''
    if (!/script-src \S+/.exec(policy)?.[0].endsWith(`${path};`))
      throw new Error(`The policy of ${url} does not let ${path} run: ${policy}`)
  }
}

function findForm(html: HTMLElement, button: string | RegExp | undefined): HTMLElement | undefined {
  const forms = [...html.querySelectorAll('main form'), ...html.querySelectorAll('form')]
  return button === undefined ? forms[0] : forms.find((form) => buttonOf(form, button))
}

function buttonOf(form: HTMLElement, words: string | RegExp): HTMLElement | undefined {
  return buttonsOf(form).find((button) => {
    const text = button.text.trim().replace(/\s+/g, ' ')
    return typeof words === 'string' ? text.startsWith(words) : words.test(text)
  })
}

/** The buttons in a form, and those of its page that name it. */
function buttonsOf(form: HTMLElement): readonly HTMLElement[] {
  const { id } = form
  const named = id === '' ? [] : form.closest('html')?.querySelectorAll(`button[form=${id}]`)
  return [...form.querySelectorAll('button'), ...(named ?? [])]
}

/** The value of an input, or of the chosen option. */
function valueOf(input: HTMLElement): string {
  const option = input.querySelector('option[selected]') ?? input
  return option.getAttribute('value') ?? ''
}

function fieldsOf(form: HTMLElement, words: string | RegExp | undefined): Record<string, string> {
  const fields: Record<string, string> = {}
  const put = (named: HTMLElement | null | undefined) => {
    const name = named?.getAttribute('name')
    if (named && name) fields[name] = valueOf(named)
  }
  for (const input of form.querySelectorAll('input, select')) put(input)
  put(words === undefined ? form.querySelector('button') : buttonOf(form, words))
  return fields
}
