import { type Html, html, type Reply, type Route, type WaitingOfKind } from '@portico/identity/parts'
import type { ConsoleNeeds } from './console-needs.ts'
import { type ConsoleFrame, consolePage, exact, instant, sheet } from './console-page.ts'
import { type ConsoleRequest, consoleRoute } from './console-route.ts'
import { subjectIn } from './letter-subject.ts'
import { PLACES } from './places.ts'
import { shownCount } from './reads/last-day.ts'
import { type LettersSeen, readLetters } from './reads/read-letters.ts'
import type { ConsoleWords } from './words/index.ts'

/** Letters that wait, and those that were given up. No recipient is read. */
export function letterRoutes(needs: ConsoleNeeds): readonly Route[] {
  return [consoleRoute(needs, 'GET', PLACES.letters, (request) => answer(needs, request))]
}

async function answer(needs: ConsoleNeeds, { shown, by }: ConsoleRequest): Promise<Reply> {
  const { letters: words } = shown.words
  const seen = await readLetters(needs, by)
  const main = html`<p>${words.lead}</p>
<h2>${words.waiting}</h2>
${await waitingPart(shown, seen.waiting)}
<h2>${words.givenUp}</h2>
${givenUpPart(shown.words, seen)}`
  return consolePage(shown, { title: words.title, main, place: 'letters' })
}

type LetterWords = ConsoleWords['letters']

async function waitingPart(shown: ConsoleFrame, waiting: readonly WaitingOfKind[]): Promise<Html> {
  const { frame, words: all } = shown
  const { letters: words } = all
  if (waiting.length === 0) return html`<p>${words.none}</p>`
  const rows = await Promise.all(
    waiting.map(async ({ kind, letters, oldestCreatedAt, putOff, mostAttempts }) => [
      html`${await subjectIn(shown, kind)} <small>${exact(kind)}</small>`,
      ...[String(letters), instant(frame, oldestCreatedAt), String(putOff), String(mostAttempts)],
    ]),
  )
  return sheet(words.waiting, [words.kind, words.count, words.oldest, words.putOff, words.most], rows)
}

/** The number is that of the page of the last day, which has it by hours. */
function givenUpPart({ letters: words, today, places }: ConsoleWords, { all, givenUp }: LettersSeen): Html {
  const rows = givenUp.map(({ answer, ...counted }) => [answerIn(words, answer), shownCount(counted)])
  return html`<p>${words.givenUpLead} <strong>${shownCount(all)}</strong>. ${words.byHours} <a href="${PLACES.today.path}">${places.today}</a></p>
${rows.length > 0 && sheet(words.givenUp, [words.answer, words.count], rows)}
${all.isEstimate && html`<p>≈ ${today.about}</p>`}`
}

function answerIn(words: LetterWords, answer: string): Html | string {
  if (answer === 'expired') return words.expired
  return answer === '' ? words.unknown : exact(answer)
}
