import type { OnPage } from '../moments/index.ts'
import { moment, PATHS, type PageFrame, postForm, submitButton } from '../pages/index.ts'
import { type Html, html } from '../platform/html.ts'
import { inLanguage } from '../platform/languages.ts'
import { LOST_APP_PATHS } from './paths.ts'
import { LOST_APP_WORDS } from './words/index.ts'

const wordsOf = ({ language }: PageFrame) => inLanguage(LOST_APP_WORDS, language).page

/** The way to say that the app is lost. */
export const lostLink = (frame: PageFrame): Html =>
  html`<p><a href="${LOST_APP_PATHS.ask}">${wordsOf(frame).link}</a></p>`

/** What this room adds to the pages of codes. */
export const ON_PAGES: readonly OnPage[] = [
  {
    path: PATHS.codes,
    notices: { kept: (frame) => wordsOf(frame).stopped },
  },
  {
    path: PATHS.loginCode,
    section: lostLink,
  },
]

/** Says when the apps go, and stops it. */
export function waitingSection(frame: PageFrame, csrfToken: string, dueAt: number): Html {
  const text = wordsOf(frame)
  const contents = submitButton(text.keepButton)
  return html`<section class="apart" aria-labelledby="lost">
<h2 id="lost">${text.waitsTitle}</h2>
<p>${text.waits(moment(frame, dueAt))}</p>
${postForm({ action: LOST_APP_PATHS.keep, csrfToken, contents })}
</section>`
}
