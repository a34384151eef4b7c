import type { Clock } from '../platform/clock.ts'
import { plusSeconds } from '../platform/clock.ts'
import type { CookieJar } from '../platform/http/cookies.ts'
import type { Parameters } from '../platform/http/parameters.ts'
import { parseOwnJson } from '../platform/own-json.ts'
import type { PageRequest } from './page-request.ts'

const COOKIE = 'portico_kept'
const SECONDS = 60 * 60

/** Browsers refuse a cookie of more than 4,096 bytes, and sealing makes a third more of it. */
const MOST_BYTES = 2_000

/** What a citizen types or chooses, and the keys that it is about. Never a password, a code or a secret. */
const FIELDS = ['full_name', 'phone_number', 'language', 'email', 'name', 'app', 'passkey'] as const

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

/** The `Set-Cookie` values that keep a form in this browser for an hour, for this citizen alone. None for one that is too large. */
export function keepForm(
  { clock, cookies }: KeptNeeds,
  { browser }: Asking,
  citizenId: string,
  { path, page, form }: SentForm,
): readonly string[] {
  const fields = Object.fromEntries(
    FIELDS.filter((name) => form.has(name)).map((name) => [name, form.text(name)]),
  )
  const kept: KeptForm = { path, page, fields }
  const text = JSON.stringify(kept)
  if (Buffer.byteLength(text) > MOST_BYTES) return []
  const until = plusSeconds(clock.now(), SECONDS)
  return [cookies.set(COOKIE, browser.seal(purposeOf(citizenId), text, until), { seconds: SECONDS })]
}

/** The form that this citizen could not send from this browser. */
export function readKeptForm({ browser, http }: Asking, citizenId: string): KeptForm | undefined {
  const sealed = http.cookie(COOKIE)
  const text = sealed === undefined ? undefined : browser.unseal(purposeOf(citizenId), sealed)
  return text === undefined ? undefined : parseOwnJson<KeptForm>(text)
}

/** Whether something was typed in it. */
export function isTyped({ fields }: KeptForm): boolean {
  return Object.keys(fields).length > 0
}

/** The `Set-Cookie` value that ends it: it was sent. */
export function forgetKeptForm({ cookies }: Pick<KeptNeeds, 'cookies'>): string {
  return cookies.clear(COOKIE)
}
