import { type Html, html } from '../platform/html.ts'
import { script } from './assets.ts'
import { icons } from './icons.ts'
import type { PageFrame } from './layout.ts'
import { hiddenInput, postForm, submitButton } from './parts.ts'
import { PATHS, type ProvenPage } from './paths.ts'

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
<script src="${script.path}" defer></script>`
}

/** What happened to the ceremony in the browser: the script shows it, and screen readers then read it. */
export const passkeyMessage = (name: 'stopped' | 'known', message: string): Html =>
  html`<p class="fault"${name === 'stopped' ? html` data-passkey-stopped` : html` data-passkey-known`} hidden>${icons.caution}<span>${message}</span></p>`

/** The view of a form that signs in with a passkey. */
export interface UsePasskeyView {
  readonly csrfToken: string
  readonly question: PasskeyQuestion
  readonly label: string
  /** The handle of the waiting authorization request. */
  readonly resume?: string | undefined
  /** The page to go to afterwards. */
  readonly leadsTo?: ProvenPage
}

/** A button that signs in with a passkey. The script shows it where the browser can do it. */
export function usePasskeyForm({ words }: PageFrame, view: UsePasskeyView): Html {
  const { question, csrfToken, label } = view
  const contents = html`${hiddenInput('resume', view.resume)}${hiddenInput('leads_to', view.leadsTo)}
${passkeyMessage('stopped', words.login.passkeyStopped)}
<div data-passkey-with hidden>${submitButton(label, 'secondary')}</div>`
  return passkeyForm({ kind: 'get', action: PATHS.usePasskey, csrfToken, question, contents })
}
