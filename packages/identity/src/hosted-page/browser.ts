import { SESSION_COOKIE } from '../access/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import type { Foundation } from '../platform/foundation.ts'
import type { CookieJar } from '../platform/http/cookies.ts'
import type { Parameters } from '../platform/http/parameters.ts'
import type { HttpRequest } from '../platform/http/route.ts'
import { tryUnseal } from '../platform/keyring.ts'
import { parseOwnJson } from '../platform/own-json.ts'
import { type Secret, sha256 } from '../platform/secret.ts'

const BROWSER_COOKIE = 'portico_browser'
const VISIT_COOKIE = 'portico_visit'
/** The cookie of a form that could not be sent. Whoever signs out leaves none. */
export const KEPT_COOKIE = 'portico_kept'
/** One of our languages, which the program of this visit asked for. */
export const ASKED_COOKIE = 'portico_asked_language'
const ID_BYTES = 32
const PAGE_BYTES = 8
const RANDOM_ID = /^[A-Za-z0-9_-]{43}$/
const LIFETIME_SECONDS = 365 * 24 * 60 * 60

/**
 * Whether a form may be read. `current`: this service showed it to this browser, and nobody has signed in or out since.
 * `stale`: the same, but somebody has. `lost`: the browser says that it comes from a page of this service, and has no
 * cookies of that page any more. `foreign`: nothing says that it comes from a page of this service.
 */
export type FormStanding = 'current' | 'stale' | 'lost' | 'foreign'

/**
 * One browser, known by two random cookies that say nothing about its user. `portico_browser` stays: an account
 * recognises the browser by it, and a program's request waits for a sign-in under it. `portico_visit` changes with each
 * sign-in and sign-out, which makes earlier forms invalid.
 */
export interface Browser {
  /** Whether it sent the permanent cookie. */
  readonly isKnown: boolean
  /** SHA-256 of the permanent cookie. Rows about this browser have it. */
  readonly idHash: Buffer
  /**
   * What every form for this browser carries: the value of the hidden `csrf_token`, which depends on the visit and on the
   * session cookie, and after `~` the name of this showing of the page.
   */
  readonly csrfToken: string
  /** Changes with each sign-in and sign-out. Notes for one visit are signed with it. */
  readonly visit: string
  /** The `Set-Cookie` values of an answer to this browser. */
  readonly cookies: readonly string[]
  /** The same after a sign-in with this session cookie. */
  signedIn(session: Secret, lifetimeSeconds: number): readonly string[]
  /** The same after a sign-out. */
  signedOut(): readonly string[]
  /** Whether a posted form may be read. */
  standingOf(form: Parameters): FormStanding
  /** Whether this answer changed the visit or the session, and they are still what it made them. */
  isLedTo(cookies: readonly string[]): boolean
  /** Signs a note that only this browser can return, for this purpose and until this instant. */
  sign(purpose: string, note: string, until: UnixSeconds): string
  /** Reads a note. Nothing where it has another browser or purpose, was changed or is too old. */
  read(purpose: string, signed: string): string | undefined
  /** Reads a note that is too old. It must be used only to say what is over. Nothing for every other one. */
  readLapsed(purpose: string, signed: string): string | undefined
  /** Encrypts a note that only this browser can return, for this purpose and until this instant. */
  seal(purpose: string, note: string, until: UnixSeconds): string
  /** Reads it. Nothing where it has another browser or purpose, was changed or is too old. */
  unseal(purpose: string, sealed: string): string | undefined
}

/** The keys, the clock and the cookies. */
export interface BrowserNeeds extends Pick<Foundation, 'keyring' | 'random' | 'clock'> {
  readonly cookies: CookieJar
}

/** Recognises the browser of a request, or gives it cookies. The values for a page are computed when the page needs them. */
export function browserOf(needs: BrowserNeeds, http: HttpRequest): Browser {
  const { cookies, keyring, random } = needs
  const id = once(() => idOf(http, BROWSER_COOKIE) ?? randomId(needs))
  const visit = once(() => idOf(http, VISIT_COOKIE) ?? randomId(needs))
  const view = () => `view ${visit()} ${http.cookie(SESSION_COOKIE) ?? ''}`
  const setId = (cookie: string, value: string) => cookies.set(cookie, value, { seconds: LIFETIME_SECONDS })
  const { signed, readSigned, readNote } = signing(needs, id)
  const page = once(() => random.bytes(PAGE_BYTES).toString('base64url'))
  const visitMark = () => signed('csrf', keyring.sign(view()).toString('base64url'))
  const another = () => [setId(BROWSER_COOKIE, id()), setId(VISIT_COOKIE, randomId(needs))]
  return {
    get isKnown() {
      return idOf(http, BROWSER_COOKIE) !== undefined
    },
    get idHash() {
      return sha256(id())
    },
    get csrfToken() {
      return `${visitMark()}~${page()}`
    },
    get visit() {
      return visitMark()
    },
    // An existing visit cookie is not set again: a late answer would bring back an older one.
    get cookies() {
      const isNew = idOf(http, VISIT_COOKIE) === undefined
      return [setId(BROWSER_COOKIE, id()), ...(isNew ? [setId(VISIT_COOKIE, visit())] : [])]
    },
    signedIn: (session, seconds) => [
      ...another(),
      cookies.set(SESSION_COOKIE, session.reveal(), { seconds }),
    ],
    signedOut: () => [
      ...another(),
      ...[SESSION_COOKIE, KEPT_COOKIE, ASKED_COOKIE].map((cookie) => cookies.clear(cookie)),
    ],
    standingOf: (form) => {
      const seen = readSigned('csrf', form.text('csrf_token'))
      if (!isOwnForm(http)) return 'foreign'
      if (seen === undefined) return http.header('sec-fetch-site') === 'same-origin' ? 'lost' : 'foreign'
      return keyring.isSigned(view(), decode(seen)) ? 'current' : 'stale'
    },
    isLedTo: (lines) => isLedTo(cookies, http, lines),
    sign: (purpose, note, until) =>
      signed(purpose, Buffer.from(JSON.stringify([until, note])).toString('base64url')),
    read: (purpose, text) => readNote(purpose, text, 'current'),
    readLapsed: (purpose, text) => readNote(purpose, text, 'lapsed'),
    ...sealing(needs, id),
  }
}

/** Seals and opens for the browser with this id. */
function sealing(
  { keyring, clock }: Pick<BrowserNeeds, 'keyring' | 'clock'>,
  id: () => string,
): Pick<Browser, 'seal' | 'unseal'> {
  const contextOf = (purpose: string) => `${purpose} ${id()}`
  return {
    seal: (purpose, note, until) =>
      keyring.seal(Buffer.from(JSON.stringify([until, note])), contextOf(purpose)).toString('base64url'),
    unseal: (purpose, text) => {
      const plain = tryUnseal(keyring, Buffer.from(text, 'base64url'), contextOf(purpose))
      if (plain === undefined) return undefined
      const [until, note] = parseOwnJson<[UnixSeconds, string]>(plain)
      return clock.now() < until ? note : undefined
    },
  }
}

/** Signs and reads for the browser with this id. */
function signing({ keyring, clock }: Pick<BrowserNeeds, 'keyring' | 'clock'>, id: () => string) {
  // Every signed value holds for this browser and one purpose.
  const signed = (purpose: string, body: string) =>
    `${body}.${keyring.sign(`${purpose} ${id()} ${body}`).toString('base64url')}`
  const readSigned = (purpose: string, text: string) => {
    const [body = '', signature = '', ...more] = text.split('.')
    const isOurs = more.length === 0 && keyring.isSigned(`${purpose} ${id()} ${body}`, decode(signature))
    return isOurs ? body : undefined
  }
  const readNote = (purpose: string, text: string, wanted: 'current' | 'lapsed') => {
    const body = readSigned(purpose, text)
    if (body === undefined) return undefined
    const [until, note] = parseOwnJson<[UnixSeconds, string]>(Buffer.from(body, 'base64url').toString())
    return clock.now() < until === (wanted === 'current') ? note : undefined
  }
  return { signed, readSigned, readNote }
}

function isLedTo(cookies: CookieJar, http: HttpRequest, lines: readonly string[]): boolean {
  const pairs = [VISIT_COOKIE, SESSION_COOKIE].flatMap((name) =>
    lines.filter((line) => line.startsWith(`${cookies.name(name)}=`)).map((line) => ({ name, line })),
  )
  return pairs.length > 0 && pairs.every(({ name, line }) => valueOf(line) === (http.cookie(name) ?? ''))
}

/** Computes a value when it is first needed. */
function once(work: () => string): () => string {
  let known: string | undefined
  return () => (known ??= work())
}

/** The value in a `Set-Cookie` line. */
function valueOf(line: string): string {
  return line.slice(line.indexOf('=') + 1, line.indexOf(';'))
}

function randomId({ random }: Pick<BrowserNeeds, 'random'>): string {
  return random.bytes(ID_BYTES).toString('base64url')
}

function idOf(http: HttpRequest, name: string): string | undefined {
  const cookie = http.cookie(name)
  return cookie !== undefined && RANDOM_ID.test(cookie) ? cookie : undefined
}

/** Where the browser says that a form comes from another site, it does. Where it says nothing, the token decides. */
function isOwnForm(http: HttpRequest): boolean {
  const site = http.header('sec-fetch-site')
  return site === undefined || site === 'same-origin' || site === 'none'
}

/** Decodes base64url in its one valid spelling. Any other spelling is not a signature. */
function decode(base64url: string): Buffer {
  const bytes = Buffer.from(base64url, 'base64url')
  return bytes.toString('base64url') === base64url ? bytes : Buffer.alloc(0)
}
