import type { Clock, UnixSeconds } from '../clock.ts'
import type { Keyring } from '../keyring.ts'
import type { Random } from '../random.ts'
import { sha256 } from '../secret.ts'
import type { CookieJar } from './cookies.ts'
import type { Parameters } from './parameters.ts'
import type { HttpRequest } from './route.ts'

const COOKIE = 'portico_browser'
const ID_BYTES = 32
const BROWSER_ID = /^[A-Za-z0-9_-]{43}$/
const LIFETIME_SECONDS = 365 * 24 * 60 * 60

/** One browser, known by a random cookie that says nothing about who uses it. */
export interface Browser {
  /** SHA-256 of the cookie, for what is remembered about this browser. */
  readonly idHash: Buffer
  /** The value of the hidden `csrf_token` input of every form that is shown to this browser. */
  readonly csrfToken: string
  /** The `Set-Cookie` values that an answer to this browser must carry. */
  readonly cookies: readonly string[]
  /** Whether a posted form was shown to this browser by this service. */
  owns(form: Parameters): boolean
  /** Signs a note that only this browser can hand back, for the given purpose and until the given instant. */
  sign(purpose: string, note: string, until: UnixSeconds): string
  /** Reads a note back; nothing when it is another browser's, another purpose's, changed or too old. */
  read(purpose: string, signed: string): string | undefined
}

/** What recognising a browser needs. */
export interface BrowserNeeds {
  readonly keyring: Keyring
  readonly cookies: CookieJar
  readonly random: Random
  readonly clock: Clock
}

/** Recognises the browser behind a request, or gives it a cookie. What a page needs is worked out when a page asks. */
export function browserOf(needs: BrowserNeeds, http: HttpRequest): Browser {
  const { keyring } = needs
  let known: string | undefined
  const id = (): string => (known ??= idOf(http) ?? needs.random.bytes(ID_BYTES).toString('base64url'))
  return {
    get idHash() {
      return sha256(id())
    },
    get csrfToken() {
      return keyring.sign(`csrf ${id()}`).toString('base64url')
    },
    get cookies() {
      return [needs.cookies.set(COOKIE, id(), { seconds: LIFETIME_SECONDS })]
    },
    owns: (form) => isOwnForm(http) && keyring.isSigned(`csrf ${id()}`, decode(form.text('csrf_token'))),
    sign: (purpose, note, until) => {
      const body = Buffer.from(JSON.stringify([until, note])).toString('base64url')
      return `${body}.${keyring.sign(`${purpose} ${id()} ${body}`).toString('base64url')}`
    },
    read: (purpose, signed) => {
      const [body = '', signature = '', ...more] = signed.split('.')
      if (more.length > 0 || !keyring.isSigned(`${purpose} ${id()} ${body}`, decode(signature)))
        return undefined
      const [until, note] = JSON.parse(Buffer.from(body, 'base64url').toString()) as [UnixSeconds, string]
      return needs.clock.now() < until ? note : undefined
    },
  }
}

function idOf(http: HttpRequest): string | undefined {
  const cookie = http.cookie(COOKIE)
  return cookie !== undefined && BROWSER_ID.test(cookie) ? cookie : undefined
}

/** A browser that says the form came from another site is believed; one that says nothing is judged by the token. */
function isOwnForm(http: HttpRequest): boolean {
  const site = http.header('sec-fetch-site')
  return site === undefined || site === 'same-origin' || site === 'none'
}

/** Decodes the one spelling that base64url has for these bytes; any other spelling is no signature. */
function decode(base64url: string): Buffer {
  const bytes = Buffer.from(base64url, 'base64url')
  return bytes.toString('base64url') === base64url ? bytes : Buffer.alloc(0)
}
