import { type Html, html } from '../platform/html.ts'
import { inLanguage, partOf } from '../platform/languages.ts'
import type { PageDocument } from '../platform/page-document.ts'
import type { EventSentence } from '../platform/room/event.ts'
import { accountLayout } from './account-layout.ts'
import { icons } from './icons.ts'
import { layout, type PageFrame } from './layout.ts'
import { moment } from './moments.ts'
import { isolated, linkButton, postForm, submitButton } from './parts.ts'
import { PATHS } from './paths.ts'
import type { Words } from './words/en.ts'
import { WORDS } from './words/words-for.ts'

/** What happened, as a sentence for its citizen. */
export type ActivityKind = keyof Words['activity']['did']

/** The sentence of this kind, in each language. */
export const activitySentence = (kind: ActivityKind): EventSentence =>
  partOf(WORDS, ({ activity }) => activity.did[kind])

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

function sentenceOf({ words, language }: PageFrame, { sentence, program }: ActivityItem): Html {
  const { unknownProgram } = words.activity
  return inLanguage(sentence, language)(program === undefined ? html`${unknownProgram}` : isolated(program))
}

function device({ words }: PageFrame, { browser, system }: ActivityItem): Html | false {
  if (browser === undefined && system === undefined) return false
  const text = words.sessions
  return html` · ${text.device(isolated(browser ?? text.unknownBrowser), isolated(system ?? text.unknownSystem))}`
}

const line = (frame: PageFrame, item: ActivityItem): Html => html`<li><p>${sentenceOf(frame, item)}</p>
<p class="hint">${moment(frame, item.at)}${device(frame, item)}${
  item.address !== undefined && html` · ${frame.words.activity.address} ${isolated(item.address)}`
}</p></li>`

/** The page that says what happened with the account. */
export function activityPage(frame: PageFrame, { items, olderHref, isNewest }: ActivityView): PageDocument {
  const text = frame.words.activity
  const ways = [
    !isNewest && html`<a href="${PATHS.activity}">${text.newest}</a>`,
    olderHref !== undefined && html`<a href="${olderHref}">${text.older}</a>`,
  ].filter((way) => way !== false)
  const main = html`<h1>${text.title}</h1>
<p class="lead">${text.lead}</p>
<p class="actions">${linkButton(text.wasNotMe, PATHS.wasNotMe, 'secondary')}</p>
${items.length === 0 ? html`<p>${text.none}</p>` : html`<ol class="events">${items.map((item) => line(frame, item))}</ol>`}
${ways.length > 0 && html`<p class="ways">${ways}</p>`}`
  return accountLayout(frame, PATHS.activity, { title: text.title, main })
}

/** Asks a citizen who saw something strange whether everything shall end, and says what follows. */
export function wasNotMePage(
  frame: PageFrame,
  { csrfToken, email }: { readonly csrfToken: string; readonly email: string },
): PageDocument {
  const text = frame.words.wasNotMe
  const main = html`<h1>${text.title}</h1>
<p class="lead">${text.lead}</p>
<ul>${text.effects.map((effect) => html`<li>${effect}</li>`)}</ul>
<p>${text.mail(html`<strong>${isolated(email)}</strong>`)}</p>
<div class="decisions">
${postForm({ action: PATHS.wasNotMe, csrfToken, contents: submitButton(text.button) })}
${linkButton(text.back, PATHS.activity, 'secondary')}
</div>`
  return accountLayout(frame, PATHS.activity, { title: text.title, main })
}

/** Says that all access has ended, and where the way back is. */
export function accountLockedPage(frame: PageFrame, { email }: { readonly email: string }): PageDocument {
  const text = frame.words.accountLocked
  const main = html`<div class="seal">${icons.done}</div>
<h1>${text.title}</h1>
<p class="lead">${text.next(html`<strong>${isolated(email)}</strong>`)}</p>
<p>${text.lifetime}</p>
<p class="actions">${linkButton(text.again, PATHS.recover, 'secondary')}</p>`
  return layout(frame, { title: text.title, main })
}
