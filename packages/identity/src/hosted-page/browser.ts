import { SESSION_COOKIE } from '../access/index.ts'
import type { Clock, UnixSeconds } from '../platform/clock.ts'
import type { CookieJar } from '../platform/http/cookies.ts'
import type { Parameters } from '../platform/http/parameters.ts'
import type { HttpRequest } from '../platform/http/route.ts'
import type { Keyring } from '../platform/keyring.ts'
import { parseOwnJson } from '../platform/own-json.ts'
import type { Random } from '../platform/random.ts'
import { type Secret, sha256 } from '../platform/secret.ts'

const BROWSER_COOKIE = 'portico_browser'
const VISIT_COOKIE = 'portico_visit'
const ID_BYTES = 32
const RANDOM_ID = /^[A-Za-z0-9_-]{43}$/
const LIFETIME_SECONDS = 365 * 24 * 60 * 60

/**
 * Whether a form may be read. `current`: this service showed it to this browser, and nobody signed in or out here since.
 * `stale`: it did, and somebody has. `foreign`: it did not, or the form comes from another site.
 */
export type FormStanding = 'current' | 'stale' | 'foreign'

/**
 * One browser. Two random cookies that say nothing about who uses it: `portico_browser` stays, so that an account knows the
 * browser again and a request of a program can wait for a sign-in; `portico_visit` is another one after each sign-in and
 * sign-out, so that what was shown before is worth nothing after.
 */
export interface Browser {
  /** SHA-256 of the cookie that stays, for what is remembered about this browser. */
  readonly idHash: Buffer
  /**
   * The value of the hidden `csrf_token` input of every form that is shown to this browser. It is bound to the visit and to
   * the session cookie, whatever that is, so that no form of a page has to think of it.
   */
  readonly csrfToken: string
  /** The `Set-Cookie` values that an answer to this browser must carry. */
  readonly cookies: readonly string[]
  /** The same where somebody has just signed in, with this session cookie. */
  signedIn(session: Secret, lifetimeSeconds: number): readonly string[]
  /** The same where somebody has just signed out. */
  signedOut(): readonly string[]
  /** Whether a posted form may be read. */
  standingOf(form: Parameters): FormStanding
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

/** Recognises the browser behind a request, or gives it cookies. What a page needs is worked out when a page asks. */
export function browserOf(needs: BrowserNeeds, http: HttpRequest): Browser {
  const { cookies, keyring } = needs
  const id = once(() => idOf(http, BROWSER_COOKIE) ?? randomId(needs))
  const visit = once(() => idOf(http, VISIT_COOKIE) ?? randomId(needs))
  const view = () => `view ${visit()} ${http.cookie(SESSION_COOKIE) ?? ''}`
  const setId = (cookie: string, value: string) => cookies.set(cookie, value, { seconds: LIFETIME_SECONDS })
  const another = () => [setId(BROWSER_COOKIE, id()), setId(VISIT_COOKIE, randomId(needs))]
  return {
    get idHash() {
      return sha256(id())
    },
    get csrfToken() {
      const seen = keyring.sign(view()).toString('base64url')
      return `${seen}.${keyring.sign(`csrf ${id()} ${seen}`).toString('base64url')}`
    },
    // A visit that the browser has is not set again: an answer that comes late would bring back an older one.
    get cookies() {
      const isNew = idOf(http, VISIT_COOKIE) === undefined
      return [setId(BROWSER_COOKIE, id()), ...(isNew ? [setId(VISIT_COOKIE, visit())] : [])]
    },
    signedIn: (session, seconds) => [
      ...another(),
      cookies.set(SESSION_COOKIE, session.reveal(), { seconds }),
    ],
    signedOut: () => [...another(), cookies.clear(SESSION_COOKIE)],
    standingOf: (form) => {
      const [seen = '', signature = '', ...more] = form.text('csrf_token').split('.')
      const isShownHere = more.length === 0 && keyring.isSigned(`csrf ${id()} ${seen}`, decode(signature))
      if (!isShownHere || !isOwnForm(http)) return 'foreign'
      return keyring.isSigned(view(), decode(seen)) ? 'current' : 'stale'
    },
    sign: (purpose, note, until) => {
      const body = Buffer.from(JSON.stringify([until, note])).toString('base64url')
      return `${body}.${keyring.sign(`${purpose} ${id()} ${body}`).toString('base64url')}`
    },
    read: (purpose, signed) => {
      const [body = '', signature = '', ...more] = signed.split('.')
      if (more.length > 0 || !keyring.isSigned(`${purpose} ${id()} ${body}`, decode(signature)))
        return undefined
      const [until, note] = parseOwnJson<[UnixSeconds, string]>(Buffer.from(body, 'base64url').toString())
      return needs.clock.now() < until ? note : undefined
    },
  }
}

/** Works a value out when it is first asked for. */
function once(work: () => string): () => string {
  let known: string | undefined
  return () => (known ??= work())
}

function randomId({ random }: Pick<BrowserNeeds, 'random'>): string {
  return random.bytes(ID_BYTES).toString('base64url')
}

function idOf(http: HttpRequest, name: string): string | undefined {
  const cookie = http.cookie(name)
  return cookie !== undefined && RANDOM_ID.test(cookie) ? cookie : undefined
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
