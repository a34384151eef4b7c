import {
  type AskedFact,
  type DoneFact,
  type EffectFact,
  type Fact,
  findConsoleAct,
  HEADS,
  type Html,
  html,
  inLanguage,
  isolated,
  type LetterFact,
  moment,
  type RefusalFact,
  type SaidOfAct,
  sayHeld,
} from '@portico/identity/parts'
import { type ConsoleFrame, exact } from './console-page.ts'
import { subjectIn } from './letter-subject.ts'
import { coveredLine } from './masked.ts'
import { citizenAddress } from './places.ts'

/** Whether addresses of mail are shown: whoever consents has to see what they consent to, and has given a ticket and a reason for it. Elsewhere they are covered. */
export type ShownAddresses = 'covered' | 'shown'

/** Where and to whom something is said. */
interface Reading extends Pick<ConsoleFrame, 'frame' | 'words'> {
  readonly addresses: ShownAddresses
}

type Words = Html | string

/** What the service says of an order, in the language and the time zone of the page. What this release has no words for stands in the English of the service. */
export async function saidOfOrder(reading: Reading, said: readonly SaidOfAct[]): Promise<Html> {
  const items = await Promise.all(said.map((one) => itemsOf(reading, one)))
  return html`<ul class="said">${items.flat()}</ul>`
}

async function itemsOf(reading: Reading, { says, fact }: SaidOfAct): Promise<readonly Html[]> {
  const words = fact && (await say(reading, fact))
  if (words) return words.map((one) => html`<li>${one}</li>`)
  return [html`<li lang="en" dir="ltr">${shownLine(reading, says)}</li>`]
}

/** A sentence of the service, in English. */
export function shownLine({ addresses }: Pick<Reading, 'addresses'>, line: string): string {
  return addresses === 'shown' ? line : coveredLine(line)
}

/** Why an order is refused. Undefined where this release has no words for it. */
export async function sayRefusal({ frame, words }: Pick<ConsoleFrame, 'frame' | 'words'>, fact: RefusalFact) {
  if (fact.act === undefined) return named(words.orders.refusals, fact.code)
  const act = await wordsOf(frame.language, fact.act)
  const says = named(act?.refused ?? {}, fact.code) ?? named(act?.nothing ?? {}, fact.code)
  return typeof says === 'function' ? says(fact.count ?? 0) : says
}

/** The facts by their kind. */
type FactOf = { readonly [Kind in Fact['tells']]: Extract<Fact, { readonly tells: Kind }> }

/** How each kind is said. One that is missing does not compile. */
const SAYS: {
  readonly [Kind in keyof FactOf]: (
    reading: Reading,
    fact: FactOf[Kind],
  ) => Promise<readonly Words[] | undefined>
} = {
  effect: async (reading, fact) => one(await sayEffect(reading, fact)),
  letter: async (reading, fact) => one(await sayLetter(reading, fact)),
  done: async (reading, fact) => one(await sayDone(reading, fact)),
  asked: sayAsked,
  'no-letter': async ({ words }) => [words.orders.tells.noLetter],
  'needs-consent': async ({ words }) => [words.orders.tells.needsConsent],
  unchanged: async ({ words }) => [words.orders.tells.unchanged],
  'now-also': (reading, { what }) => sayDiffering(reading, what, reading.words.orders.tells.nowAlso),
  'no-longer': (reading, { what }) => sayDiffering(reading, what, reading.words.orders.tells.noLonger),
  waits: async ({ frame, words }, { number, until }) => [
    words.orders.tells.waits(exact(String(number)), moment(frame, until)),
  ],
  withdrawn: async ({ words }, { number }) => [words.orders.tells.withdrawn(exact(String(number)))],
}

/** Undefined where this release does not know the fact, or has no words for it. */
async function say(reading: Reading, fact: Fact): Promise<readonly Words[] | undefined> {
  return Object.hasOwn(SAYS, fact.tells) ? sayKind(reading, fact.tells, fact) : undefined
}

function sayKind<Kind extends keyof FactOf>(reading: Reading, kind: Kind, fact: FactOf[Kind]) {
  return SAYS[kind](reading, fact)
}

async function sayDiffering(
  reading: Reading,
  { fact }: SaidOfAct,
  differs: (what: Html) => Html,
): Promise<readonly Words[] | undefined> {
  const what = fact && (await say(reading, fact))
  return what?.map((words) => differs(html`${words}`))
}

const one = (words: Words | undefined): readonly Words[] | undefined =>
  words === undefined ? undefined : [words]

async function sayEffect(
  { frame }: Reading,
  { room, name, way, count, then }: EffectFact,
): Promise<Words | undefined> {
  const held = await named(HEADS, room)?.holds?.()
  const belonging = held
    ?.flatMap((each) => ('count' in each ? [each] : []))
    .find((each) => each.name === name)
  const says = belonging && inLanguage(belonging.words, frame.language)[way]
  return says && sayHeld(says, { count, then }, (at) => moment(frame, at))
}

async function sayLetter(reading: Reading, { kind, recipient }: LetterFact): Promise<Words | undefined> {
  const subject = await subjectIn(reading, kind)
  return subject && reading.words.orders.tells.letter(subject, exact(shownLine(reading, recipient)))
}

async function sayDone(reading: Reading, fact: DoneFact): Promise<Words | undefined> {
  const { frame } = reading
  const says = (await wordsOf(frame.language, fact.act))?.says[fact.says]
  if (typeof says !== 'function') return says
  const { at, days = 0, letter } = fact
  return says({
    at: html`${at !== undefined && moment(frame, at)}`,
    days,
    letter: html`${letter !== undefined && ((await subjectIn(reading, letter)) ?? exact(letter))}`,
  })
}

/** Whoever consents reads whom it is about, and with which options and why it was asked for. */
async function sayAsked(
  { frame, words }: Reading,
  { act, subject, options, operator, at, reason }: AskedFact,
): Promise<readonly Words[] | undefined> {
  const { tells } = words.orders
  const own = await wordsOf(frame.language, act)
  if (!own) return undefined
  const given = Object.entries(options).map(([name, value]) => {
    const label = named(own.labels ?? {}, name)
    const chosen = named(named(own.choices ?? {}, name) ?? {}, value)
    return tells.given(label ? html`${label}` : exact(name), chosen ? html`${chosen}` : isolated(value))
  })
  const account = html`<a href="${citizenAddress(subject)}">${exact(subject)}</a>`
  return [
    tells.asked(isolated(operator), moment(frame, at), html`${own.title}`),
    tells.given(html`${words.citizen.subject}`, account),
    ...given,
    tells.given(html`${words.why.reason}`, isolated(reason)),
  ]
}

async function wordsOf(language: string, act: string) {
  const words = await findConsoleAct(act)?.fromConsole.words()
  return words && inLanguage(words, language)
}

/** An entry by a name of another release, which may have names that this one has not. */
function named<Entry>(entries: Readonly<Record<string, Entry>>, name: string): Entry | undefined {
  return Object.hasOwn(entries, name) ? entries[name] : undefined
}
