import { html } from '../platform/html.ts'
import type { PageDocument } from '../platform/page-document.ts'
import { icons } from './icons.ts'
import { layout, type PageFrame } from './layout.ts'
import { linkButton, referenceLine } from './parts.ts'
import { PATHS } from './paths.ts'

/** The kind of a mailed link that somebody asks for. */
export type LinkKind =
  | 'registration'
  | 'recovery'
  | 'new-browser'
  | 'verification'
  | 'lost-app'
  | 'new-address'

/** The kind of a link in a letter that nobody asks for. */
export type LetterLinkKind = 'keep-app' | 'keep-address'

/** An invalid link. The page does not say why, because the reader may not be its owner. */
export interface LinkInvalidView {
  readonly kind: LinkKind | LetterLinkKind
  /** Where to sign in, for the waiting program if there is one. */
  readonly loginHref: string
  readonly reference?: string | undefined
}

const ASK_AGAIN: Readonly<Record<LinkKind | LetterLinkKind, string>> = {
  registration: PATHS.register,
  recovery: PATHS.recover,
  'new-browser': PATHS.login,
  verification: PATHS.profile,
  'lost-app': PATHS.login,
  'keep-app': PATHS.codes,
  'new-address': PATHS.changeAddress,
  'keep-address': PATHS.recover,
}

/** A link of these kinds may have done its work already: then its citizen has a password. */
const SETS_PASSWORD: ReadonlySet<LinkKind | LetterLinkKind> = new Set(['registration', 'recovery'])

/** The same page for every invalid link: expired, used, unknown, of another kind or incomplete. */
export function linkInvalidPage(
  frame: PageFrame,
  { kind, loginHref, reference }: LinkInvalidView,
): PageDocument {
  const text = frame.words.linkInvalid
  const main = html`<div class="seal">${icons.link}</div>
<h1>${text.title}</h1>
<p class="lead">${text.what}</p>
<p>${text[kind].next}</p>
<p class="actions">${linkButton(text[kind].button, ASK_AGAIN[kind])}</p>
${
  SETS_PASSWORD.has(kind) &&
  html`<p>${text.signIn.next}</p>
<p class="actions">${linkButton(text.signIn.button, loginHref, 'secondary')}</p>`
}
${reference !== undefined && referenceLine(frame.words, reference)}`
  return layout(frame, { title: text.title, main })
}
