import {
  type ActWords,
  type Citizen,
  CONSOLE_ACTS,
  type ConsoleCommand,
  findOperator,
  type Html,
  html,
  inLanguage,
  mayAs,
  type Role,
} from '@portico/identity/parts'
import { openAct } from './act-opening.ts'
import type { ConsoleNeeds } from './console-needs.ts'
import type { ConsoleRequest } from './console-route.ts'

/** The acts that an operator with this role may order. */
function actsOf(role: Role): readonly ConsoleCommand[] {
  return CONSOLE_ACTS.filter(({ fromConsole }) => mayAs(role, fromConsole.role))
}

/** An act, and why it would do nothing to the account now, if so. */
interface Offered {
  readonly act: ConsoleCommand
  readonly own: ActWords
  readonly whyNothing: string | undefined
}

/**
 * What the operator may do with an account, and below it what would do nothing now, and why. Nothing where the account is closed: nothing changes it any more. Each act tells by a statement or two whether it
 * would do something; what exactly it would do, only its preview says.
 */
export async function actLinks(
  needs: Pick<ConsoleNeeds, 'db' | 'clock'>,
  { shown, operator }: ConsoleRequest,
  { citizen, note }: { readonly citizen: Citizen; readonly note?: string | undefined },
): Promise<Html | undefined> {
  if (citizen.standing === 'closed') return undefined
  const barred = await whyNone(needs, { shown, operator }, citizen)
  if (barred !== undefined)
    return html`<h2>${shown.words.act.title}</h2>
<p>${barred}</p>`
  const offered: Offered[] = []
  for (const act of actsOf(operator.role)) {
    const own = inLanguage(await act.fromConsole.words(), shown.frame.language)
    offered.push({ act, own, whyNothing: await act.fromConsole.whyNothing?.(needs, citizen) })
  }
  const { act: words } = shown.words
  const { subject } = citizen
  const useful = offered.filter(({ whyNothing }) => whyNothing === undefined)
  const items = useful.map(
    ({ act, own }) => html`<li>${openAct({ subject, note }, act.words, own.title)}</li>`,
  )
  return html`<h2>${words.title}</h2>
${items.length > 0 ? html`<ul>${items}</ul>` : html`<p>${words.nothing}</p>`}
${others(words.others, offered)}`
}

/** Why the operator may order nothing for this account, whatever it is: the service refuses it, too. */
async function whyNone(
  { db }: Pick<ConsoleNeeds, 'db'>,
  { shown, operator }: Pick<ConsoleRequest, 'shown' | 'operator'>,
  { citizenId }: Citizen,
): Promise<string | undefined> {
  const { act: words } = shown.words
  if (citizenId === operator.citizenId) return words.ownAccount
  if (mayAs(operator.role, 'administrator') || !(await findOperator(db, citizenId))) return undefined
  return words.accountOfOperator
}

function others(summary: string, offered: readonly Offered[]): Html | undefined {
  const items = offered.flatMap(({ own, whyNothing }) =>
    whyNothing === undefined ? [] : [html`<li>${own.title}: ${own.nothing?.[whyNothing]}</li>`],
  )
  if (items.length === 0) return undefined
  return html`<details><summary>${summary}</summary>
<ul>${items}</ul></details>`
}
