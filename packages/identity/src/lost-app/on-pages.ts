import type { OnPage } from '../moments/index.ts'
import { moment, PATHS, type PageFrame, postForm, submitButton } from '../pages/index.ts'
import { type Html, html } from '../platform/html.ts'
import { inLanguage } from '../platform/languages.ts'
import { LOST_APP_PATHS } from './paths.ts'
import { removalDueAt } from './removal-due-at.ts'
import { LOST_APP_WORDS } from './words/index.ts'

const wordsOf = ({ language }: PageFrame) => inLanguage(LOST_APP_WORDS, language).page

/** What this room adds to the pages of codes. */
export const ON_PAGES: readonly OnPage[] = [
  {
    path: PATHS.codes,
    section: async ({ db }, { frame, csrfToken, citizenId }) => {
      const dueAt = citizenId === undefined ? undefined : await removalDueAt(db, citizenId)
      return dueAt === undefined ? undefined : waitingSection(frame, csrfToken, dueAt)
    },
    notices: { kept: (frame) => wordsOf(frame).stopped },
  },
  {
    path: PATHS.loginCode,
    section: async (_, { frame }) => lostLink(frame),
  },
]

/** The way to say that the app is lost. */
export const lostLink = (frame: PageFrame): Html =>
  html`<p><a href="${LOST_APP_PATHS.ask}">${wordsOf(frame).link}</a></p>`

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
