import {
  type ActWords,
  type ConsoleCommand,
  field,
  findConsoleAct,
  findOrder,
  type Html,
  html,
  inLanguage,
  insertOrder,
  isolated,
  isUuid,
  linkButton,
  mayAs,
  type Reply,
  type Route,
  randomUuid,
  recordRead,
  redirect,
  submitButton,
  withinLooks,
} from '@portico/identity/parts'
import { accountFields, accountIn, actAddress, type FoundAccount } from './act-opening.ts'
import { awaitAnswer } from './await-answer.ts'
import type { ConsoleNeeds } from './console-needs.ts'
import { consolePage, exact } from './console-page.ts'
import { type ConsoleRequest, consoleRoute, refusedRole, tooManyLooks } from './console-route.ts'
import { aboutOf, refuse } from './guard.ts'
import { LOOKS, looksOf } from './look-bounds.ts'
import { orderAddress, wayBack } from './order-routes.ts'
import { PLACES } from './places.ts'
import { askedIn, typedIn } from './typed-in.ts'
import { findNote, redirectWithNote, type Typed } from './typed-notes.ts'
import { faultList, readWhy, type TypedWhy, typedOf, type WhyFaults, whyFields } from './why.ts'
import type { ConsoleWords } from './words/index.ts'

/** Where an operator orders something: first to be told what it would do. */
export function actRoutes(needs: ConsoleNeeds): readonly Route[] {
  return [
    consoleRoute(needs, 'GET', PLACES.act, async (request) => show(needs, request)),
    consoleRoute(needs, 'POST', PLACES.act, (request) => order(needs, request)),
  ]
}

/** The steps with an act that waits, by the words of their commands. Their role is that of the act, which the service knows. */
const STEPS = { consent: 'consent', withdraw: 'withdraw' } as const

/** What is ordered: an act on a citizen, or a step with an act that waits; what it is called; its options. */
interface Wanted {
  readonly act: string
  readonly who: string
  readonly words: Omit<ActWords, 'says'>
  readonly options: readonly string[]
  readonly required: ReadonlySet<string>
  /** The account of an act; nothing for a step with an act that waits. */
  readonly account?: FoundAccount
}

/** The field of a note that says that its form was wrong. */
const WRONG = 'wrong'

async function show(needs: ConsoleNeeds, request: ConsoleRequest): Promise<Reply> {
  const asked = askedIn(request.http)
  const wanted = await findWanted(needs, request, asked)
  if ('status' in wanted) return wanted
  const { typed = {} } = findNote(needs, request, asked('note')) ?? {}
  const isWrong = typed[WRONG] === `${wanted.act} ${wanted.who}`
  if (!isWrong) return formPage(request, wanted, await findRefused(needs, request, wanted))
  const read = readOrder(request, wanted, (name) => typed[name] ?? '')
  return formPage(request, wanted, 'retry' in read ? read.retry : undefined)
}

/** What this operator typed into the order that the address names, and that the service has refused. */
async function findRefused(
  { db }: ConsoleNeeds,
  { http, operator }: ConsoleRequest,
  { act, who }: Wanted,
): Promise<Retry | undefined> {
  const orderId = askedIn(http)('order')
  if (!isUuid(orderId)) return undefined
  const order = await findOrder(db, { orderId, operatorId: operator.citizenId })
  if (order?.state !== 'refused' || order.act !== act || order.who !== who) return undefined
  return { options: order.options, typed: typedOf(order.reason), faults: {} }
}

/** The form again, with what was typed and what is wrong with it. */
function again(needs: ConsoleNeeds, request: ConsoleRequest, wanted: Wanted, retry: Retry): Reply {
  const { act, who, account } = wanted
  const { who: search = '' } = findNote(needs, request, account?.note ?? '')?.typed ?? {}
  const typed: Typed = { ...retry.options, ...retry.typed, who: search, [WRONG]: `${act} ${who}` }
  const leadsTo = (note: string) =>
    actAddress(act, account ? accountIn({ ...account, note }) : { number: who, note })
  return redirectWithNote(needs, request, { typed, leadsTo }) ?? formPage(request, wanted, retry)
}

async function order(needs: ConsoleNeeds, request: ConsoleRequest): Promise<Reply> {
  const { http, by, operator } = request
  const typed = typedIn(http)
  const wanted = await findWanted(needs, request, typed)
  if ('status' in wanted) return wanted
  const read = readOrder(request, wanted, typed)
  if ('retry' in read) return again(needs, request, wanted, read.retry)
  const { options, reason } = read
  const [orderId, operatorId] = [randomUuid(needs.random), operator.citizenId]
  const { act, who } = wanted
  const { address = '', requestId = '' } = by
  const ordered = await withinLooks({ ...needs, by }, looksOf(needs), async (tx) => {
    await recordRead({ ...needs, db: tx, by: { ...by, reason } }, { command: LOOKS.order })
    return insertOrder(tx, { orderId, operatorId, act, who, options, reason, address, requestId })
  })
  if (!ordered.ok) return tooManyLooks(needs, request, ordered.refusal)
  if (!ordered.value) return underWayPage(request)
  await awaitAnswer(needs, { orderId, operatorId })
  return redirect(303, orderAddress(orderId, wanted.account?.note))
}

type ReadOrder =
  | { readonly options: Readonly<Record<string, string>>; readonly reason: string }
  | { readonly retry: Retry }

/** What was typed into the form of an order, or what is wrong with it. */
function readOrder(
  { shown: { words } }: ConsoleRequest,
  wanted: Wanted,
  typed: (name: string) => string,
): ReadOrder {
  const given = wanted.options.filter((name) => typed(name) !== '')
  const options = Object.fromEntries(given.map((name) => [name, typed(name)]))
  const missing = [...wanted.required].filter((name) => !given.includes(name))
  const why = readWhy(typed, words)
  if ('reason' in why && missing.length === 0) return { options, reason: why.reason }
  const faults = {
    ...('faults' in why && why.faults),
    ...Object.fromEntries(missing.map((name) => [name, words.act.missing])),
  }
  return { retry: { options, typed: why.typed, faults } }
}

async function findWanted(
  needs: ConsoleNeeds,
  request: ConsoleRequest,
  given: (name: string) => string,
): Promise<Wanted | Reply> {
  const command = findConsoleAct(given('act'))
  const account = { subject: given('subject'), note: given('note') }
  const about = aboutOf(given('act'), account.subject)
  if (command) {
    if (!mayAs(request.operator.role, command.fromConsole.role)) return refusedRole(needs, request, about)
    return isUuid(account.subject) ? actOn(command, account, request) : unknownPage(request)
  }
  const { waiting } = request.shown.words
  const step = Object.values(STEPS).find((name) => name === given('act'))
  if (step === undefined) {
    if (given('act') !== '') await refuse(needs, request.http, request, { because: 'no-such-act', ...about })
    return unknownPage(request)
  }
  if (!/^\d{6}$/.test(given('number'))) return unknownPage(request)
  const common = { options: [], required: new Set<string>() }
  return {
    ...common,
    act: step,
    who: given('number'),
    words: { title: waiting[step], note: waiting.notes[step] },
  }
}

async function actOn(
  { words: act, options, fromConsole }: ConsoleCommand,
  account: FoundAccount,
  { shown }: ConsoleRequest,
): Promise<Wanted> {
  const needed = Object.entries(options).filter(([, { need }]) => need === 'required')
  return {
    ...{ act, who: account.subject, options: Object.keys(options), account },
    required: new Set(needed.map(([name]) => name)),
    words: inLanguage(await fromConsole.words(), shown.frame.language),
  }
}

interface Retry {
  readonly options: Readonly<Record<string, string>>
  readonly typed: TypedWhy
  readonly faults: WhyFaults & Readonly<Record<string, string>>
}

function formPage({ shown }: ConsoleRequest, wanted: Wanted, retry?: Retry): Reply {
  const { words } = shown
  const { act, who, words: own, options, account } = wanted
  const main = html`<p class="lead">${words.act.lead}</p>
<p>${own.note}</p>
<p>${account ? words.citizen.subject : words.waiting.number}: ${exact(who)}</p>
<form method="post" action="${PLACES.act.path}" accept-charset="utf-8" novalidate>
<input type="hidden" name="act" value="${act}">
${account ? accountFields(account) : html`<input type="hidden" name="number" value="${who}">`}
${options.map((name) => optionField(words, wanted, name, retry))}
${whyFields(words, retry?.typed, retry?.faults)}
${submitButton(words.act.tell)}
</form>
${wayBack(words, account)}`
  const faults = faultList(retry?.faults ?? {})
  return consolePage(shown, { title: own.title, main, faults, status: faults.length > 0 ? 400 : 200 })
}

function optionField(
  { act: words }: ConsoleWords,
  { words: { labels = {}, choices = {} }, required }: Wanted,
  name: string,
  retry: Retry | undefined,
): Html {
  const chosen = choices[name]
  if (chosen)
    return html`<div class="field"><label for="${name}">${labels[name] ?? name}</label>
<select id="${name}" name="${name}">${Object.entries(chosen).map(
      ([value, says]) =>
        html`<option value="${value}"${value === (retry?.options[name] ?? Object.keys(chosen).at(-1)) && html` selected`}>${says}</option>`,
    )}</select></div>`
  return field({
    ...{ name, type: 'text', label: labels[name] ?? name, autocomplete: 'off' },
    value: retry?.options[name],
    problem: retry?.faults[name],
    ...(!required.has(name) && { optional: words.optional }),
  })
}

function unknownPage({ shown }: ConsoleRequest): Reply {
  const { act } = shown.words
  const main = html`<p class="actions">${linkButton(act.back, PLACES.search.path)}</p>`
  return consolePage(shown, { title: act.unknown, main, status: 404 })
}

function underWayPage({ shown, operator }: ConsoleRequest): Reply {
  const { act } = shown.words
  const main = html`<p class="lead">${act.underWay}</p>
<p>${isolated(operator.name)}</p>`
  return consolePage(shown, { title: act.title, main, status: 409 })
}
