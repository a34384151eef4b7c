import {
  type Citizen,
  type Html,
  html,
  isolated,
  languageWith,
  linkButton,
  mayAs,
  notice,
  submitButton,
} from '@portico/identity/parts'
import { accountFields, type FoundAccount } from './act-opening.ts'
import { type ConsoleFrame, factList, instant, sheet } from './console-page.ts'
import { findingList, type ShownFindings } from './finding-list.ts'
import { maskedAddress, maskedEmail, maskedName, maskedPhone } from './masked.ts'
import { auditAddress, PLACES } from './places.ts'
import type { SeenCitizen } from './reads/look-at-citizen.ts'
import { said } from './said.ts'
import { storySheet } from './story.ts'
import { type TypedWhy, type WhyFaults, whyFields } from './why.ts'
import type { ConsoleWords } from './words/index.ts'

/** An account as the page shows it. */
export interface CitizenSeen extends SeenCitizen {
  readonly isCovered: boolean
  readonly deciders: ShownFindings['deciders']
  /** The note of the search that led here. */
  readonly note?: FoundAccount['note']
  /** Whether the page of the search has said the verdict, and nothing happened since. */
  readonly isRead?: boolean
  /** The acts that the operator may order. */
  readonly acts?: Html | undefined
  readonly retry?: { readonly faults: WhyFaults; readonly typed: TypedWhy }
}

/** The page of one account. What is covered is not in the page. */
export async function citizenMain(shown: ConsoleFrame, seen: CitizenSeen | undefined): Promise<Html> {
  const { words } = shown
  if (!seen) return html`<p class="actions">${linkButton(words.verdict.again, PLACES.search.path)}</p>`
  const { citizen, findings, because, verdictFor, story, isCovered, isRead, deciders } = seen
  const { language } = citizen
  const reasons = isCovered ? 'covered' : 'shown'
  const account = { subject: citizen.subject, note: seen.note }
  const list = await findingList(shown, {
    ...{ findings, because, language, reasons, account, isRead, deciders },
  })
  return html`${verdictFor && html`<p class="lead">${said(shown, verdictFor, reasons)}</p>`}
${isCovered ? html`<p>${words.citizen.masked}</p>` : notice(words.citizen.reveal.done)}
${facts(shown, citizen, isCovered)}
${isCovered && revealForm(words, seen)}
${list}
${seen.acts}
<h2>${words.citizen.sessions}</h2>
${sessionSheet(shown, seen)}
<h2>${words.citizen.story}</h2>
${
  story.events.length + story.looks.length === 0
    ? html`<p>${words.citizen.noStory}</p>`
    : storySheet(shown, story, reasons)
}
${auditLink(shown, citizen)}`
}

/** The story has the newest events. The audit has all of them, for whoever may open it. */
function auditLink({ operator, words }: ConsoleFrame, { subject }: Citizen): Html | false {
  if (!operator || !mayAs(operator.role, PLACES.audit.role)) return false
  return html`<p class="actions">${linkButton(words.audit.ofAccount, auditAddress({ subject }), 'quiet')}</p>`
}

function facts(
  { frame, words: { citizen: words } }: ConsoleFrame,
  citizen: Citizen,
  isCovered: boolean,
): Html {
  const covered = (whole: string, mask: (whole: string) => string): Html | string =>
    whole === '' ? words.nothing : isolated(isCovered ? mask(whole) : whole)
  return factList([
    [words.subject, html`<code>${citizen.subject}</code>`],
    [words.standing, words.standings[citizen.standing]],
    [words.name, covered(citizen.fullName, maskedName)],
    [
      words.email,
      html`${covered(citizen.email, maskedEmail)} (${citizen.emailVerified ? words.verified : words.unverified})`,
    ],
    [words.phone, covered(citizen.phoneNumber, maskedPhone)],
    [words.language, languageName(frame.language, citizen.language) ?? words.nothing],
    [words.made, instant(frame, citizen.createdAt)],
  ])
}

/** The name of a language in another one. Undefined where none was chosen. */
function languageName(inLanguage: string, tag: string): string | undefined {
  return languageWith(tag) && new Intl.DisplayNames(inLanguage, { type: 'language' }).of(tag)
}

function revealForm(all: ConsoleWords, { citizen: { subject }, note, retry }: CitizenSeen): Html {
  const { reveal: words } = all.citizen
  return html`<details${retry && html` open`}><summary>${words.title}</summary>
<form method="post" action="${PLACES.citizen.path}" accept-charset="utf-8" novalidate>
${accountFields({ subject, note })}
${whyFields(all, retry?.typed, retry?.faults)}
${submitButton(words.button)}
</form></details>`
}

function sessionSheet(
  { frame, words: { citizen: words } }: ConsoleFrame,
  { sessions, isCovered }: CitizenSeen,
): Html {
  if (sessions.length === 0) return html`<p>${words.noSessions}</p>`
  const rows = sessions.map(({ browser, system, lastSeenAt, address, programs }) => [
    [browser, system].filter(Boolean).join(', ') || words.nothing,
    instant(frame, lastSeenAt),
    isCovered ? maskedAddress(address) : address,
    programs.join(', '),
  ])
  return sheet(words.sessions, [words.browser, words.lastSeen, words.network, words.programs], rows)
}
