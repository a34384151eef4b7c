import { html, type PageDocument } from '../platform/html.ts'
import { scriptElement } from './assets.ts'
import { icons } from './icons.ts'
import { layout, type PageFrame } from './layout.ts'
import {
  hiddenInput,
  isolated,
  linkButton,
  passwordField,
  postForm,
  problemSummary,
  submitButton,
  usernameForPasswordManagers,
} from './parts.ts'
import { proveFaults } from './prove.ts'
import { type Trouble, troubleFaults } from './trouble.ts'

/** The 403 page of a citizen who must verify the address again. */
export interface VerificationRequiredView {
  readonly email: string
  readonly action: string
  readonly csrfToken: string
  /** The handle of the waiting authorization request. */
  readonly resume?: string | undefined
  readonly trouble?: Trouble | undefined
}

/** The page behind the mailed link that verifies an address again. */
export interface VerifyAddressView {
  readonly email: string
  readonly action: string
  readonly csrfToken: string
  /** The secret of the mailed link, which the form returns. */
  readonly link: string
  readonly problem?: 'required' | 'wrong' | Trouble | undefined
}

/** Says that the address must be verified before entering a program, and offers a link. */
export function verificationRequiredPage(frame: PageFrame, view: VerificationRequiredView): PageDocument {
  const { words } = frame
  const text = words.verificationRequired
  const faults = troubleFaults(words, view.trouble)
  const contents = html`${hiddenInput('resume', view.resume)}${submitButton(text.button)}`
  const main = html`${problemSummary(words, faults)}
<div class="seal">${icons.letter}</div>
<h1>${text.title}</h1>
<p class="lead">${text.what(html`<strong>${isolated(view.email)}</strong>`)}</p>
<p>${text.next}</p>
${postForm({ action: view.action, csrfToken: view.csrfToken, contents })}`
  return layout(frame, { title: text.title, main, faults, deadEnd: {} })
}

/** Asks for the password, so that a mail scanner that opens the link verifies nothing. */
export function verifyAddressPage(frame: PageFrame, view: VerifyAddressView): PageDocument {
  const { words } = frame
  const text = words.verifyAddress
  const faults = proveFaults(words, view.problem)
  const password = passwordField(words, {
    name: 'password',
    label: words.labels.current_password,
    autocomplete: 'current-password',
    problem: faults.find(({ fieldName }) => fieldName === 'password')?.message,
  })
  const contents = html`${hiddenInput('link', view.link)}
${usernameForPasswordManagers(view.email)}${password}${submitButton(text.button)}`
  const main = html`${problemSummary(words, faults)}
<h1>${text.title}</h1>
<p class="lead">${text.lead}</p>
<p class="who"><span>${words.account}</span> <strong>${isolated(view.email)}</strong></p>
${postForm({ action: view.action, csrfToken: view.csrfToken, contents })}
${scriptElement}`
  return layout(frame, { title: text.title, main, faults })
}

/** Says that the address is verified again, and links to the waiting program, the account or the sign-in page. */
export function addressVerifiedPage(
  frame: PageFrame,
  { nextHref }: { readonly nextHref: string },
): PageDocument {
  const text = frame.words.addressVerified
  const main = html`<div class="seal">${icons.done}</div>
<h1>${text.title}</h1>
<p class="lead">${text.what}</p>
<p class="actions">${linkButton(text.button, nextHref)}</p>`
  return layout(frame, { title: text.title, main })
}
