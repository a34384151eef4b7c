import { html, type PageDocument } from '../platform/html.ts'
import { inLanguage, partOf, type Translations } from '../platform/languages.ts'
import type { SentLinkWords } from './check-email.ts'
import { icons } from './icons.ts'
import { layout, type PageFrame } from './layout.ts'
import { linkButton } from './parts.ts'
import { WORDS } from './words/words-for.ts'

/** The mailed links whose words are here. The other kinds bring theirs. */
type CommonLink = 'registration' | 'recovery' | 'new-browser' | 'verification'

/** What to do where a link of one kind does not work, and the button for it. */
export interface InvalidLinkWords {
  readonly next: string
  readonly button: string
}

/** What the page says about an invalid link of a common kind. */
export const invalidLinkWords = (kind: CommonLink): Translations<InvalidLinkWords> =>
  partOf(WORDS, ({ linkInvalid }) => linkInvalid[kind])

/** What the page after a request says about a mail with a link of a common kind. */
export const sentLinkWords = (kind: CommonLink): Translations<SentLinkWords> =>
  partOf(WORDS, ({ checkEmail }) => ({ lead: checkEmail[kind], within: checkEmail.within[kind] }))

/** An invalid link. The page does not say why, because the reader may not be its owner. */
export interface LinkInvalidView {
  readonly words: Translations<InvalidLinkWords>
  /** Where its citizen gets another one. */
  readonly againHref: string
  /** Whether it may have done its work already: then its citizen has a password. */
  readonly setsPassword: boolean
  /** Where to sign in, for the waiting program if there is one. */
  readonly loginHref: string
}

/** The same page for every invalid link: expired, used, unknown, of another kind or incomplete. */
export function linkInvalidPage(frame: PageFrame, view: LinkInvalidView): PageDocument {
  const { loginHref } = view
  const text = frame.words.linkInvalid
  const { next, button } = inLanguage(view.words, frame.language)
  const main = html`<div class="seal">${icons.link}</div>
<h1>${text.title}</h1>
<p class="lead">${text.what}</p>
<p>${next}</p>
<p class="actions">${linkButton(button, view.againHref)}</p>
${
  view.setsPassword &&
  html`<p>${text.signIn.next}</p>
<p class="actions">${linkButton(text.signIn.button, loginHref, 'secondary')}</p>`
}`
  return layout(frame, { title: text.title, main, deadEnd: {} })
}
