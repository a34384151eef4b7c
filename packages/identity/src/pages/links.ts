import { type Html, html } from '../platform/html.ts'
import { icons } from './icons.ts'
import { layout, type PageFrame } from './layout.ts'
import { isolated, linkButton, referenceLine } from './parts.ts'
import { PATHS } from './paths.ts'

/** What a mailed link is for. */
export type LinkKind = 'registration' | 'recovery' | 'new-browser' | 'verification'

/** The page after asking for a link; it is the same whether or not an account exists. */
export interface CheckEmailView {
  readonly kind: LinkKind
  /** The address as it was typed, never one that was looked up. */
  readonly email?: string | undefined
}

/** A link that does nothing; why is not said, because a stranger may be holding it. */
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

/** Says that a mail may be on its way, and what to do if it is not. */
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

/** The one page for every link that is expired, used, foreign, of another kind or cut off. */
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
