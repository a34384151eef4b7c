import type { Clock } from '../platform/clock.ts'
import { plusSeconds } from '../platform/clock.ts'
import type { CookieJar } from '../platform/http/cookies.ts'
import type { Parameters } from '../platform/http/parameters.ts'
import { parseOwnJson } from '../platform/own-json.ts'
import { KEPT_COOKIE as COOKIE } from './browser.ts'
import type { PageRequest } from './page-request.ts'

const SECONDS = 60 * 60

/** Every valid form fits. With what else this service keeps in a browser, a proxy takes it (8 KiB). */
const MOST_COOKIE_BYTES = 1_200

/**
 * What a citizen types. Never a password, a code or a secret. Never an address: whoever finds the page of an ended session open would
 * choose where the mails of its citizen go.
 */
const TEXTS = ['full_name', 'phone_number', 'name'] as const

/** What a citizen chooses, and the keys that it is about. */
const FIELDS = [...TEXTS, 'language', 'app', 'passkey'] as const

/** A form that a citizen sent who was not signed in any more, without its secrets. */
export interface KeptForm {
  /** Where it was sent. */
  readonly path: string
  /** The address that shows it. */
  readonly page: string
  readonly fields: Readonly<Partial<Record<(typeof FIELDS)[number], string>>>
}

/** The same with all that it has. */
export interface SentForm extends Pick<KeptForm, 'path' | 'page'> {
  readonly form: Parameters
}

interface KeptNeeds {
  readonly clock: Clock
  readonly cookies: CookieJar
}

type Asking = Pick<PageRequest, 'browser' | 'http'>

/** Another citizen who signs in here has another purpose, and reads nothing. */
const purposeOf = (citizenId: string) => `${COOKIE} ${citizenId}`

/**
 * The `Set-Cookie` values that keep a form in this browser for an hour, for this citizen alone. None for one that has no text, and for one
 * that is too large.
 */
export function keepForm(
  { clock, cookies }: KeptNeeds,
  { browser }: Asking,
  citizenId: string,
  { path, page, form }: SentForm,
): readonly string[] {
  if (!TEXTS.some((name) => form.text(name).trim() !== '')) return []
  const fields = Object.fromEntries(
    FIELDS.filter((name) => form.has(name)).map((name) => [name, form.text(name)]),
  )
  const kept: KeptForm = { path, page, fields }
  const until = plusSeconds(clock.now(), SECONDS)
  const sealed = browser.seal(purposeOf(citizenId), JSON.stringify(kept), until)
  return sealed.length > MOST_COOKIE_BYTES ? [] : [cookies.set(COOKIE, sealed, { seconds: SECONDS })]
}

/** The form that this citizen could not send from this browser. */
export function readKeptForm({ browser, http }: Asking, citizenId: string): KeptForm | undefined {
  const sealed = http.cookie(COOKIE)
  const text = sealed === undefined ? undefined : browser.unseal(purposeOf(citizenId), sealed)
  return text === undefined ? undefined : parseOwnJson<KeptForm>(text)
}

/** The `Set-Cookie` value that ends it: it was sent. */
export function forgetKeptForm({ cookies }: Pick<KeptNeeds, 'cookies'>): string {
  return cookies.clear(COOKIE)
}
