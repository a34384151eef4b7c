import { type Html, html } from '../platform/html.ts'
import { icons } from './icons.ts'
import { layout, type PageFrame } from './layout.ts'
import { isolated, linkButton, referenceLine } from './parts.ts'
import { PATHS } from './paths.ts'

/** The kind of a mailed link. */
export type LinkKind = 'registration' | 'recovery' | 'new-browser' | 'verification'

/** The page after requesting a link. It is the same whether or not an account exists. */
export interface CheckEmailView {
  readonly kind: LinkKind
  /** The typed address, never a stored one. */
  readonly email?: string | undefined
}

/** An invalid link. The page does not say why, because the reader may not be its owner. */
export interface LinkInvalidView {
  readonly kind: LinkKind
  readonly reference?: string | undefined
}

const ASK_AGAIN: Readonly<Record<LinkKind, string>> = {
  registration: PATHS.register,
  recovery: PATHS.recover,
  'new-browser': PATHS.login,
  verification: PATHS.profile,
}

/** Says that a mail may arrive, and what to do if it does not. */
export function checkEmailPage(frame: PageFrame, { kind, email }: CheckEmailView): Html {
  const text = frame.words.checkEmail
  const address = email === undefined ? html`${text.anAddress}` : html`<strong>${isolated(email)}</strong>`
  const main = html`<div class="seal">${icons.letter}</div>
<h1>${text.title}</h1>
<p class="lead">${text[kind](address)}</p>
<p>${text.within[kind]} ${text.close}</p>
<h2>${text.nothing}</h2>
<ul>${text.steps.map((step) => html`<li>${step}</li>`)}</ul>
${kind !== 'verification' && html`<p><a href="${ASK_AGAIN[kind]}">${text.again}</a></p>`}`
  return layout(frame, { title: text.title, main })
}

/** A registration link to an account that has a password. */
export function linkUsedPage(frame: PageFrame, { loginHref }: { readonly loginHref: string }): Html {
  const text = frame.words.linkUsed
  const main = html`<div class="seal">${icons.done}</div>
<h1>${text.title}</h1>
<p class="lead">${text.what}</p>
<p class="actions">${linkButton(text.button, loginHref)}</p>
<p><a href="${PATHS.recover}">${text.forgotten}</a></p>`
  return layout(frame, { title: text.title, main })
}

/** The same page for every other invalid link: expired, used, unknown, of another kind or incomplete. */
export function linkInvalidPage(frame: PageFrame, { kind, reference }: LinkInvalidView): Html {
  const text = frame.words.linkInvalid
  const main = html`<div class="seal">${icons.link}</div>
<h1>${text.title}</h1>
<p class="lead">${text.what}</p>
<p>${text[kind].next}</p>
<p class="actions">${linkButton(text[kind].button, ASK_AGAIN[kind])}</p>
${reference !== undefined && referenceLine(frame.words, reference)}`
  return layout(frame, { title: text.title, main })
}
