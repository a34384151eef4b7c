import {
  type Consents,
  findConsoleAct,
  type Html,
  html,
  inLanguage,
  isolated,
  mayAs,
  type Reply,
  type Route,
  requireConsents,
  type WaitingAct,
} from '@portico/identity/parts'
import { actAddress } from './act-opening.ts'
import type { ConsoleNeeds } from './console-needs.ts'
import { type ConsoleFrame, consolePage, exact, instant, sheet } from './console-page.ts'
import { type ConsoleRequest, consoleRoute } from './console-route.ts'
import { citizenAddress, PLACES } from './places.ts'
import { readWaiting } from './reads/read-waiting.ts'

/** The acts that wait for another operator. */
export function waitingRoutes(needs: ConsoleNeeds): readonly Route[] {
  return [consoleRoute(needs, 'GET', PLACES.waiting, (request) => answer(needs, request))]
}

async function answer(needs: ConsoleNeeds, request: ConsoleRequest): Promise<Reply> {
  const { shown, by } = request
  const { waiting: words } = shown.words
  const consents = await requireConsents()
  const acts = await readWaiting(needs, by)
  const rows = await Promise.all(
    acts.map(async (act) => [
      exact(String(act.number)),
      instant(shown.frame, act.until),
      isolated(act.operator),
      await whatWaits(shown, act),
      step(request, consents, act),
    ]),
  )
  const main = html`<p>${words.lead}</p>
${rows.length === 0 ? html`<p>${words.none}</p>` : sheet(words.title, [words.number, words.until, words.by, words.act, ''], rows)}`
  return consolePage(shown, { title: words.title, main, place: 'waiting' })
}

/** The act in the words of its page, with the account, and as the audit has both. */
async function whatWaits(
  { frame, words: { places } }: ConsoleFrame,
  { act, subject }: WaitingAct,
): Promise<Html> {
  const words = await findConsoleAct(act)?.fromConsole.words()
  const title = words ? inLanguage(words, frame.language).title : exact(act)
  return html`${title}: <a href="${citizenAddress(subject)}">${places.citizen}</a> <small>${exact(`${act} ${subject}`)}</small>`
}

/** Whoever asked may withdraw, everybody else with the role of the act may consent. The service decides. */
function step({ shown, operator }: ConsoleRequest, { isAsker }: Consents, waiting: WaitingAct) {
  const { number, act } = waiting
  const { waiting: words } = shown.words
  const role = findConsoleAct(act)?.fromConsole.role
  if (role === undefined || !mayAs(operator.role, role)) return ''
  const asker = { operator: operator.name, operatorId: operator.citizenId }
  const name = isAsker(asker, waiting) ? 'withdraw' : 'consent'
  return html`<a href="${actAddress(name, { number: String(number) })}">${words[name]}</a>`
}
