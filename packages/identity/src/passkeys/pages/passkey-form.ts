import {
  type Fault,
  hiddenInput,
  icons,
  type PageFrame,
  type ProvenPage,
  postForm,
  scriptElement,
  submitButton,
  type WayIn,
} from '../../pages/index.ts'
import { type Html, html } from '../../platform/html.ts'
import { inLanguage } from '../../platform/languages.ts'
import { PASSKEY_PATHS } from '../paths.ts'
import { PASSKEY_WORDS } from '../words/index.ts'

/** A question for an authenticator. The script of the pages asks it, and the form returns the answer. */
export interface PasskeyQuestion {
  /** The options of `navigator.credentials` as JSON, with base64url for bytes. */
  readonly options: string
  /** The challenge, signed for this browser. */
  readonly ceremony: string
  /** The page with a new question. */
  readonly againHref: string
}

/** A form with a question, what the script asks for, and what the form shows. */
export interface PasskeyFormParts {
  readonly kind: 'get' | 'create'
  readonly action: string
  readonly csrfToken: string
  readonly question: PasskeyQuestion
  readonly contents: Html
}

/** The input that the script fills in where the device can make a passkey. */
export const MAKES_PASSKEYS = 'makes_passkeys'

/** That input. */
export const passkeyMark: Html = hiddenInput(MAKES_PASSKEYS, '')

/** The bytes of an answer: a hidden input for each, by the names of WebAuthn level 3. */
const BYTES = {
  rawId: 'credential_id',
  clientDataJSON: 'client_data',
  authenticatorData: 'authenticator_data',
  signature: 'signature',
  userHandle: 'user_handle',
  attestationObject: 'attestation_object',
} as const

const ANSWERS = {
  get: ['rawId', 'clientDataJSON', 'authenticatorData', 'signature', 'userHandle'],
  create: ['rawId', 'clientDataJSON', 'attestationObject'],
} as const

/** A form that a passkey answers. Without script it shows only what is not marked `data-passkey-with`. */
export function passkeyForm({ kind, action, csrfToken, question, contents }: PasskeyFormParts): Html {
  const { options, ceremony, againHref } = question
  const answers = ANSWERS[kind].map(
    (part) => html`<input type="hidden" name="${BYTES[part]}" value="" data-part="${part}">`,
  )
  return html`${postForm({
    action,
    csrfToken,
    contents: html`${hiddenInput('ceremony', ceremony)}${answers}${kind === 'create' && hiddenInput('transports', '')}
${contents}`,
    attributes: html` data-passkey="${kind}" data-options="${options}" data-again="${againHref}"`,
  })}
${scriptElement}`
}

/** What happened to the ceremony in the browser: the script shows it, and screen readers then read it. */
export const passkeyMessage = (name: 'stopped' | 'known', message: string): Html =>
  html`<p class="fault"${name === 'stopped' ? html` data-passkey-stopped` : html` data-passkey-known`} hidden>${icons.caution}<span>${message}</span></p>`

/** What the form that signs in with a passkey carries. */
interface UseForm {
  readonly csrfToken: string
  /** The handle of the waiting authorization request. */
  readonly resume?: string | undefined
  /** The page to go to afterwards. */
  readonly leadsTo?: ProvenPage | undefined
}

/** The button that signs in with a passkey, on the sign-in page or where a page asks for a proof. The script shows it where the browser can do it. */
export function passkeyWayIn(
  { language }: PageFrame,
  { csrfToken, resume, leadsTo }: UseForm,
  question: PasskeyQuestion,
): WayIn {
  const text = inLanguage(PASSKEY_WORDS, language).login
  const contents = html`${hiddenInput('resume', resume)}${hiddenInput('leads_to', leadsTo)}
${passkeyMessage('stopped', text.stopped)}
<div data-passkey-with hidden>${submitButton(leadsTo === undefined ? text.button : text.again, 'secondary')}</div>`
  return {
    form: passkeyForm({ kind: 'get', action: PASSKEY_PATHS.use, csrfToken, question, contents }),
    autocomplete: 'webauthn',
    forMore: text.asksForMore,
  }
}

/** What the sign-in page says about a passkey that did not sign in. */
export function passkeyFault({ language }: PageFrame, refusal: 'too-late' | 'refused'): Fault {
  const { tooLate, refused } = inLanguage(PASSKEY_WORDS, language).login
  return refusal === 'too-late' ? { message: tooLate } : { message: refused, fieldName: 'email' }
}
