import {
  CONSOLE_ACTS,
  type Finding,
  findConsoleAct,
  type Html,
  html,
  inLanguage,
  mayAs,
  type Role,
  sayWay,
} from '@portico/identity/parts'
import { type FoundAccount, openAct } from './act-opening.ts'
import type { ConsoleFrame } from './console-page.ts'
import { PLACES } from './places.ts'
import { readerOf } from './said.ts'

/** A command of the machine in the sentences of a room: its words, and whom it is about. */
const COMMAND = /^portico (\S+(?: [a-z-]+)?)(?: (\S+))?/
/** The command that the search of the console answers, too. */
const SEARCH_COMMAND = 'citizen why'

/** One thing that a finding lets an operator do: in the place of its command, or of the whole sentence. */
type WayHere = { readonly inPlace: Html } | { readonly instead: Html }

/**
 * What an operator may do about a finding. The rooms name commands of the machine, which nobody at a desk has. In their place stand the acts of the console that the role of the operator reaches; of any other
 * there is one sentence that says who may do it. What several findings of the page lead to stands with the first of them.
 */
export async function waysOn(
  page: ConsoleFrame,
  about: WaysAbout,
): Promise<(finding: Pick<Finding, 'tellTo'>) => Html | undefined> {
  const { frame, words } = page
  const titled = { ...about, titles: await titlesIn(frame.language) }
  const reader = readerOf(frame)
  const offered = new Set<string>()
  return ({ tellTo }) => {
    const mayDo = (tellTo(reader).mayDo ?? []).filter(({ command }) => !offered.has(command))
    const ways = mayDo.map((way) => {
      offered.add(way.command)
      const found = wayOf(page, titled, way.command)
      if (found && 'instead' in found) return { isBlock: true, way: found.instead }
      const exact = (command: string) => found?.inPlace ?? reader.exact(command)
      return { isBlock: false, way: sayWay(way, { exact }) }
    })
    const [first] = ways
    if (!first) return undefined
    if (ways.length === 1)
      return first.isBlock ? first.way : html`<p><strong>${words.verdict.mayDo}</strong> ${first.way}</p>`
    return html`<p><strong>${words.verdict.mayDo}</strong></p>
<ul>${ways.map(({ way }) => html`<li>${way}</li>`)}</ul>`
  }
}

async function titlesIn(language: string): Promise<ReadonlyMap<string, string>> {
  const titles = CONSOLE_ACTS.map(
    async ({ words, fromConsole }) => [words, inLanguage(await fromConsole.words(), language).title] as const,
  )
  return new Map(await Promise.all(titles))
}

/** The names of operators who may do what needs a role. */
type Deciders = (needed: Role) => readonly string[]

/** Whom the findings of a page are about, and who else decides. */
export interface WaysAbout {
  readonly account?: FoundAccount | undefined
  readonly deciders: Deciders
}

interface Titled extends WaysAbout {
  readonly titles: ReadonlyMap<string, string>
}

/** Undefined for what is no command. */
function wayOf(
  { frame: { language }, words, operator }: ConsoleFrame,
  { titles, account, deciders }: Titled,
  text: string,
): WayHere | undefined {
  const [, command, whom = ''] = COMMAND.exec(text) ?? []
  if (command === undefined) return undefined
  if (command === SEARCH_COMMAND) return { instead: searchOf(words.search.button, whom) }
  const role = operator?.role ?? 'reader'
  const act = findConsoleAct(command)
  const namesOf = (needed: Role) => namesIn(language, deciders(needed))
  if (!act) return { instead: html`<p>${elsewhere(words, role, namesOf)}</p>` }
  const title = String(titles.get(command))
  const needed = act.fromConsole.role
  // A sentence that names an act and no account says what the act does not do.
  if (whom === '' || mayAs(role, needed)) return { inPlace: openAct(foundAs(account, whom), command, title) }
  return { inPlace: html`${words.verdict.onlyMay[deciderOf(needed)](title, namesOf(needed))}` }
}

/** Who decides about what the console does not order at all: it is done on the machine, and support asks security first. */
function elsewhere(
  { verdict: { handOver } }: ConsoleFrame['words'],
  role: Role,
  namesOf: (needed: Role) => string,
): string {
  return mayAs(role, 'security') ? handOver.machine : handOver.security(namesOf('security'))
}

/** Names, in brackets behind whose names they are. Nothing where there are none. */
function namesIn(language: string, names: readonly string[]): string {
  if (names.length === 0) return ''
  const listed = new Intl.ListFormat(language, { type: 'disjunction' }).format(names)
  return language.startsWith('zh') ? `（${listed}）` : ` (${listed})`
}

/** Who may order what support may not. */
function deciderOf(needed: Role): 'security' | 'administrator' {
  return needed === 'administrator' ? needed : 'security'
}

/** The account of the page, or another one that a sentence names: no search led there. */
function foundAs(account: FoundAccount | undefined, subject: string): FoundAccount {
  return account?.subject === subject ? account : { subject }
}

function searchOf(button: string, who: string): Html {
  return html`<form method="post" action="${PLACES.search.path}" accept-charset="utf-8">
<input type="hidden" name="who" value="${who}">
<p><code dir="ltr">${who}</code> <button type="submit" class="button quiet"><span>${button}</span></button></p>
</form>`
}
