import {
  confirmOrder,
  FRESH_SIGN_IN,
  findConsoleAct,
  findOrder,
  type Html,
  html,
  inLanguage,
  isUuid,
  linkButton,
  type Reply,
  type Route,
  redirect,
  type StoredOrder,
  submitButton,
} from '@portico/identity/parts'
import { accountIn, accountLink, actAddress, type FoundAccount, noteField } from './act-opening.ts'
import { awaitAnswer, isAnswered } from './await-answer.ts'
import type { ConsoleNeeds } from './console-needs.ts'
import { type ConsoleFrame, consolePage, exact } from './console-page.ts'
import { type ConsoleRequest, consoleRoute } from './console-route.ts'
import { refuse } from './guard.ts'
import { PLACES } from './places.ts'
import { type ShownAddresses, saidOfOrder, sayRefusal, shownLine } from './said-of-order.ts'
import { askedIn, typedIn } from './typed-in.ts'
import { replyOf, visitorOf, visitorTo } from './web-exchange.ts'
import type { ConsoleWords } from './words/index.ts'

/** The page of an order, with the note of the search that led to its account. */
export const orderAddress = (id: string, note = ''): string =>
  `${PLACES.order.path}?${new URLSearchParams({ id, ...(note !== '' && { note }) })}`

/** What the service says of an order: what it would do, with the button that does it; or what became of it. Only its operator sees it. */
export function orderRoutes(needs: ConsoleNeeds): readonly Route[] {
  return [
    consoleRoute(needs, 'GET', PLACES.order, (request) => show(needs, request, askedIn(request.http))),
    consoleRoute(needs, 'POST', PLACES.order, (request) => confirm(needs, request)),
  ]
}

async function show(
  needs: ConsoleNeeds,
  request: ConsoleRequest,
  given: (name: string) => string,
): Promise<Reply> {
  const { shown, operator } = request
  const { act: words } = shown.words
  const [orderId, note] = [given('id'), given('note')]
  const key = { orderId, operatorId: operator.citizenId }
  const order = isUuid(orderId) ? await findOrder(needs.db, key) : undefined
  if (!order) {
    if (isUuid(orderId)) await refuse(needs, request.http, request, { because: 'no-such-order' })
    const main = html`<p class="actions">${linkButton(words.back, PLACES.search.path)}</p>`
    return consolePage(shown, { title: words.unknown, main, status: 404 })
  }
  const title = await titleOf(request, order)
  const account = isAct(order) ? { subject: order.who, note } : undefined
  const main = html`<p>${isAct(order) ? shown.words.citizen.subject : shown.words.waiting.number}: ${exact(order.who)}</p>
${await orderMain(shown, { order, account, isProven: await isProven(needs, request, order) })}`
  return consolePage(shown, { title, main })
}

/** Whoever says yes has proven who they are within the last minutes. The service looks that up itself. */
async function confirm(needs: ConsoleNeeds, request: ConsoleRequest): Promise<Reply> {
  const { http, operator } = request
  const typed = typedIn(http)
  const orderId = typed('id')
  if (!isUuid(orderId)) return show(needs, request, typed)
  const leadsTo = orderAddress(orderId, typed('note'))
  const found = await findProof(needs, request)
  if (found.status !== 'ok') return replyOf(needs.sso.refuse(found, visitorTo(http, leadsTo)))
  const key = { orderId, operatorId: operator.citizenId }
  if (await confirmOrder(needs.db, { ...key, requestId: http.requestId })) await awaitAnswer(needs, key)
  return redirect(303, leadsTo)
}

/** The sign-in of the last minutes that a yes needs, or what is missing to it. */
function findProof({ sso }: ConsoleNeeds, { http }: ConsoleRequest) {
  const fresh = sso.requireRecentSignIn(FRESH_SIGN_IN)
  return fresh.authenticate(visitorOf(http))
}

/** Only an order that waits for its yes asks for it. */
async function isProven(
  needs: ConsoleNeeds,
  request: ConsoleRequest,
  { state }: StoredOrder,
): Promise<boolean> {
  return state === 'told' && (await findProof(needs, request)).status === 'ok'
}

const isAct = ({ act }: StoredOrder): boolean => findConsoleAct(act) !== undefined

async function titleOf({ shown }: ConsoleRequest, { act }: StoredOrder): Promise<string> {
  const command = findConsoleAct(act)
  if (command) return inLanguage(await command.fromConsole.words(), shown.frame.language).title
  return act === 'consent' ? shown.words.waiting.consent : shown.words.waiting.withdraw
}

/** An order, the account of its act, and whether its operator has proven who they are, so that only the yes is missing. */
interface ShownOrder {
  readonly order: StoredOrder
  readonly isProven: boolean
  readonly account: FoundAccount | undefined
}

async function orderMain(shown: ConsoleFrame, ordered: ShownOrder): Promise<Html> {
  const { words } = shown
  const { order, account } = ordered
  const { act } = words
  if (order.isLost) return html`<p class="lead">${act.lost}</p>${wayBack(words, account)}`
  if (!isAnswered(order))
    return html`<p class="lead">${act.waits}</p>
<p class="actions">${linkButton(act.again, orderAddress(order.orderId, account?.note))}</p>`
  if (order.state === 'told' && order.isOver)
    return html`<p class="lead">${act.over}</p>${wayBack(words, account)}`
  return answeredPart(shown, ordered)
}

async function answeredPart(shown: ConsoleFrame, { order, account, isProven }: ShownOrder): Promise<Html> {
  const { words } = shown
  const { state } = order
  const leads: Readonly<Partial<Record<StoredOrder['state'], string>>> = words.act
  return html`<p class="lead">${leads[state]}</p>
${await saidPart(shown, order)}
${state === 'told' && confirmForm(words, { order, account, isProven })}
${state === 'refused' && account && typedAgain(words, order, account)}
${wayBack(words, account)}`
}

/** What the service says, in the language of the page. What a release before this one has answered is English, and may still be shown for a day. */
async function saidPart(shown: ConsoleFrame, order: StoredOrder): Promise<Html | undefined> {
  const { answer } = order
  const addresses = isAct(order) ? 'covered' : 'shown'
  if (!answer) return undefined
  if ('lines' in answer)
    return answer.tells
      ? saidOfOrder({ ...shown, addresses }, answer.tells)
      : linesPart(tellingLines(order, answer.lines), addresses)
  const says = answer.fact && (await sayRefusal(shown, answer.fact))
  return says === undefined
    ? linesPart([answer.says], addresses)
    : html`<ul class="said"><li class="plain">${says}</li></ul>`
}

/** The page says itself that nothing has changed yet, and of an act whom it is about. */
function tellingLines(order: StoredOrder, lines: readonly string[]): readonly string[] {
  return order.state === 'told' ? lines.slice(isAct(order) ? 1 : 0, -1) : lines
}

/** How the service begins a line that is one of several. */
const ONE_OF_SEVERAL = '  - '

/** The sentences of the service, in English. */
function linesPart(lines: readonly string[], addresses: ShownAddresses): Html {
  const parts = lines.map((line) => {
    const covered = shownLine({ addresses }, line)
    return covered.startsWith(ONE_OF_SEVERAL)
      ? html`<li>${covered.slice(ONE_OF_SEVERAL.length)}</li>`
      : html`<li class="plain">${covered}</li>`
  })
  return html`<ul class="said" lang="en" dir="ltr">${parts}</ul>`
}

function confirmForm({ act }: ConsoleWords, { order, account, isProven }: ShownOrder): Html {
  return html`<form method="post" action="${PLACES.order.path}" accept-charset="utf-8">
<input type="hidden" name="id" value="${order.orderId}">
${account && noteField(account)}
<p>${isProven ? html`<strong>${act.proven}</strong>` : act.fresh}</p>
${submitButton(act.doIt)}
</form>`
}

/** The form of an act that was refused, with what was typed into it. */
function typedAgain({ act }: ConsoleWords, { act: name, orderId }: StoredOrder, account: FoundAccount): Html {
  const form = actAddress(name, { ...accountIn(account), order: orderId })
  return html`<p class="actions">${linkButton(act.change, form, 'secondary')}</p>`
}

/** The way back to the account of an act, or to the acts that wait. */
export function wayBack({ act }: ConsoleWords, account: FoundAccount | undefined): Html {
  if (account) return accountLink(act.back, account)
  return html`<p class="actions">${linkButton(act.back, PLACES.waiting.path, 'secondary')}</p>`
}
