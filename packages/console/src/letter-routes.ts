import {
  countRefusedByReply,
  countWaitingByKind,
  type Html,
  html,
  MOST_REFUSALS,
  plusSeconds,
  type RefusedWith,
  type Reply,
  type Route,
  recordRead,
  type WaitingOfKind,
} from '@portico/identity/parts'
import type { ConsoleNeeds } from './console-needs.ts'
import { consolePage, exact, instant, sheet } from './console-page.ts'
import { type ConsoleRequest, consoleRoute } from './console-route.ts'
import { PLACES } from './places.ts'
import type { ConsoleWords } from './words/index.ts'

/** As long as a refusal is kept after its link has ended. */
const REFUSALS_SECONDS = 3 * 24 * 60 * 60

/** Letters that wait, and those that were given up. No recipient is read. */
export function letterRoutes(needs: ConsoleNeeds): readonly Route[] {
  return [consoleRoute(needs, 'GET', PLACES.letters, (request) => answer(needs, request))]
}

async function answer(needs: ConsoleNeeds, { shown, by }: ConsoleRequest): Promise<Reply> {
  const { letters: words } = shown.words
  const waiting = await countWaitingByKind(needs.db)
  const refused = await countRefusedByReply(needs.db, plusSeconds(needs.clock.now(), -REFUSALS_SECONDS))
  await recordRead({ ...needs, by }, { command: 'console letters' })
  const main = html`<p>${words.lead}</p>
<h2>${words.waiting}</h2>
${waitingPart(words, waiting)}
<h2>${words.refused}</h2>
<p>${words.refusedLead}</p>
${refusedPart(words, refused)}`
  return consolePage(shown, { title: words.title, main, place: 'letters' })
}

type LetterWords = ConsoleWords['letters']

function waitingPart(words: LetterWords, waiting: readonly WaitingOfKind[]): Html {
  if (waiting.length === 0) return html`<p>${words.none}</p>`
  const rows = waiting.map(({ kind, letters, oldestCreatedAt, putOff, mostAttempts }) => [
    ...[exact(kind), String(letters), instant(oldestCreatedAt), String(putOff), String(mostAttempts)],
  ])
  return sheet(words.waiting, [words.kind, words.count, words.oldest, words.putOff, words.most], rows)
}

function refusedPart(words: LetterWords, refused: readonly RefusedWith[]): Html {
  if (refused.length === 0) return html`<p>${words.noneRefused}</p>`
  const rows = refused.map(({ reply, letters }) => [
    reply === '' ? words.unknown : exact(reply),
    String(letters),
  ])
  const counted = refused.reduce((sum, { letters }) => sum + letters, 0)
  return html`${sheet(words.refused, [words.answer, words.count], rows)}
${counted >= MOST_REFUSALS && html`<p>${words.atLeast} ${String(MOST_REFUSALS)}.</p>`}`
}
