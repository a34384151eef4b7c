import {
  accountLayout,
  icons,
  isolated,
  layout,
  linkButton,
  moment,
  PATHS,
  type PageFrame,
  postForm,
  submitButton,
} from '../../pages/index.ts'
import { type Html, html, type PageDocument } from '../../platform/html.ts'
import { inLanguage } from '../../platform/languages.ts'
import type { EventSentence } from '../../platform/room/event.ts'
import { ACTIVITY_PAGE, WAS_NOT_ME } from '../paths.ts'
import { ACTIVITY_WORDS } from '../words/index.ts'

/** Something that happened with the account. The instant is in seconds since 1970. */
export interface ActivityItem {
  readonly sentence: EventSentence
  readonly at: number
  readonly address?: string | undefined
  /** The name of the program that it is about. */
  readonly program?: string | undefined
  readonly browser?: string | undefined
  readonly system?: string | undefined
}

/** A part of the activity, the newest first. */
export interface ActivityView {
  readonly items: readonly ActivityItem[]
  readonly olderHref?: string | undefined
  readonly isNewest: boolean
}

function sentenceOf({ language }: PageFrame, { sentence, program }: ActivityItem): Html {
  const { unknownProgram } = inLanguage(ACTIVITY_WORDS, language).page
  return inLanguage(sentence, language)(program === undefined ? html`${unknownProgram}` : isolated(program))
}

function device({ words }: PageFrame, { browser, system }: ActivityItem): Html | false {
  if (browser === undefined && system === undefined) return false
  const text = words.sessions
  return html` · ${text.device(isolated(browser ?? text.unknownBrowser), isolated(system ?? text.unknownSystem))}`
}

const line = (frame: PageFrame, item: ActivityItem): Html => html`<li><p>${sentenceOf(frame, item)}</p>
<p class="hint">${moment(frame, item.at)}${device(frame, item)}${
  item.address !== undefined &&
  html` · ${inLanguage(ACTIVITY_WORDS, frame.language).page.address} ${isolated(item.address)}`
}</p></li>`

/** The last events, on the home of the account. */
export function lastEvents(frame: PageFrame, items: readonly ActivityItem[]): Html {
  const { glance: text, page } = inLanguage(ACTIVITY_WORDS, frame.language)
  return html`<section aria-labelledby="last-events">
<h2 id="last-events">${text.title}</h2>
${items.length === 0 ? html`<p>${page.none}</p>` : html`<ol class="events">${items.map((item) => line(frame, item))}</ol>`}
<p><a href="${ACTIVITY_PAGE}">${text.all}</a></p>
</section>`
}

/** The page that says what happened with the account. */
export function activityPage(frame: PageFrame, { items, olderHref, isNewest }: ActivityView): PageDocument {
  const { page: text } = inLanguage(ACTIVITY_WORDS, frame.language)
  const ways = [
    !isNewest && html`<a href="${ACTIVITY_PAGE}">${text.newest}</a>`,
    olderHref !== undefined && html`<a href="${olderHref}">${text.older}</a>`,
  ].filter((way) => way !== false)
  const main = html`<h1>${text.title}</h1>
<p class="lead">${text.lead}</p>
${items.length > 0 && html`<p class="actions">${linkButton(text.wasNotMe, WAS_NOT_ME, 'secondary')}</p>`}
${items.length === 0 ? html`<p>${text.none}</p>` : html`<ol class="events">${items.map((item) => line(frame, item))}</ol>`}
${ways.length > 0 && html`<p class="ways">${ways}</p>`}`
  return accountLayout(frame, ACTIVITY_PAGE, { title: text.title, main })
}

/** Asks a citizen who saw something strange whether everything shall end, and says what follows. */
export function wasNotMePage(
  frame: PageFrame,
  { csrfToken, email }: { readonly csrfToken: string; readonly email: string },
): PageDocument {
  const { wasNotMe: text } = inLanguage(ACTIVITY_WORDS, frame.language)
  const main = html`<h1>${text.title}</h1>
<p class="lead">${text.lead}</p>
<ul>${text.effects.map((effect) => html`<li>${effect}</li>`)}</ul>
<p>${text.mail(html`<strong>${isolated(email)}</strong>`)}</p>
<div class="decisions">
${postForm({ action: WAS_NOT_ME, csrfToken, contents: submitButton(text.button) })}
${linkButton(text.back, ACTIVITY_PAGE, 'secondary')}
</div>`
  return accountLayout(frame, ACTIVITY_PAGE, { title: text.title, main })
}

/** Says that all access has ended, and where the way back is. */
export function accountLockedPage(frame: PageFrame, { email }: { readonly email: string }): PageDocument {
  const { locked: text } = inLanguage(ACTIVITY_WORDS, frame.language)
  const main = html`<div class="seal">${icons.done}</div>
<h1>${text.title}</h1>
<p class="lead">${text.next(html`<strong>${isolated(email)}</strong>`)}</p>
<p>${text.lifetime}</p>
<p class="actions">${linkButton(text.again, PATHS.recover, 'secondary')}</p>`
  return layout(frame, { title: text.title, main })
}
