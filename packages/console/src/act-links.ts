import {
  type Citizen,
  CONSOLE_ACTS,
  type ConsoleCommand,
  type Html,
  html,
  inLanguage,
  mayAs,
  type Role,
} from '@portico/identity/parts'
import type { ConsoleRequest } from './console-route.ts'
import { PLACES } from './places.ts'

/** The acts that an operator with this role may order. */
export function actsOf(role: Role): readonly ConsoleCommand[] {
  return CONSOLE_ACTS.filter(({ fromConsole }) => mayAs(role, fromConsole.role))
}

/** The page on which an act is ordered. */
export function actAddress(act: string, about: Readonly<Record<string, string>>): string {
  return `${PLACES.act.path}?${new URLSearchParams({ act, ...about })}`
}

/** What the operator may do with an account. Nothing where it is closed: nothing changes it any more. */
export async function actLinks(
  { shown, operator }: ConsoleRequest,
  { subject, standing }: Citizen,
): Promise<Html | undefined> {
  if (standing === 'closed') return undefined
  const items = await Promise.all(
    actsOf(operator.role).map(async ({ words: act, fromConsole }) => {
      const { title } = inLanguage(await fromConsole.words(), shown.frame.language)
      return html`<li><a href="${actAddress(act, { subject })}">${title}</a></li>`
    }),
  )
  return html`<h2>${shown.words.act.title}</h2>
<ul>${items}</ul>`
}
