import { type Html, html, isUuid, linkButton } from '@portico/identity/parts'
import { citizenAddress, PLACES } from './places.ts'

/** Whose account, and the note of the search that led there: `''` or nothing where none did. */
export interface FoundAccount {
  readonly subject: string
  readonly note?: string | undefined
}

/** The page on which an act is ordered. */
export function actAddress(act: string, about: Readonly<Record<string, string>>): string {
  return `${PLACES.act.path}?${new URLSearchParams({ act, ...about })}`
}

/** An account in an address. */
export function accountIn({ subject, note = '' }: FoundAccount): Readonly<Record<string, string>> {
  return { subject, ...(note !== '' && { note }) }
}

/** Opens the page of an act. Without the subject of an account there is nothing to open: then it is the title alone. */
export function openAct(account: FoundAccount, act: string, title: string): Html {
  if (!isUuid(account.subject)) return html`${title}`
  return html`<a href="${actAddress(act, accountIn(account))}">${title}</a>`
}

/** The fields of a form that is about an account. */
export function accountFields({ subject, note = '' }: FoundAccount): Html {
  return html`<input type="hidden" name="subject" value="${subject}">${noteField({ note })}`
}

/** The field of a form that goes on with the note of a search. */
export function noteField({ note = '' }: Pick<FoundAccount, 'note'>): Html {
  return html`${note !== '' && html`<input type="hidden" name="note" value="${note}">`}`
}

/** Leads to an account, with the verdict of the search that led there. */
export function accountLink(label: string, account: FoundAccount): Html {
  return html`<p class="actions">${linkButton(label, citizenAddress(account.subject, account.note), 'secondary')}</p>`
}
