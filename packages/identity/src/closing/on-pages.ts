import type { OnPage } from '../moments/index.ts'
import { PATHS, type PageFrame } from '../pages/index.ts'
import { type Html, html } from '../platform/html.ts'
import { inLanguage } from '../platform/languages.ts'
import { CLOSING_WORDS } from './words/index.ts'

/** What holds for a closing that waits. In the same words for everybody: who reads it may know the password alone. */
export function closingWaits({ language }: PageFrame): Html {
  const { lost: text } = inLanguage(CLOSING_WORDS, language)
  return html`<section class="apart" aria-labelledby="closing">
<h2 id="closing">${text.title}</h2>
${text.sentences.map((sentence) => html`<p>${sentence}</p>`)}
</section>`
}

/** What this room adds to the page about a lost phone. */
export const ON_PAGES: readonly OnPage[] = [{ path: PATHS.lostApp, section: closingWaits }]
