import { type Html, html, isUuid, linkButton } from '@portico/identity/parts'
import { citizenAddress, PLACES } from './places.ts'

/** Whose account, and what the search was for that led there: `''` or nothing where none did. */
export interface FoundAccount {
  readonly subject: string
  readonly who?: string | undefined
}

/** The field of the form that opens the page of an act: another form of that page orders it. */
export const OPEN = 'open'

/** The form that the buttons of a page belong to. */
const FORM_ID = 'open-act'

/** The page on which an act is ordered. */
export function actAddress(act: string, about: Readonly<Record<string, string>>): string {
  return `${PLACES.act.path}?${new URLSearchParams({ act, ...about })}`
}

/** What a page needs once that opens acts of an account which a search led to. What was searched for is posted: it is in no address. */
export function openActForm({ subject, who = '' }: FoundAccount): Html | undefined {
  if (who === '') return undefined
  return html`<form id="${FORM_ID}" method="post" action="${PLACES.act.path}" accept-charset="utf-8">
<input type="hidden" name="${OPEN}" value="yes">
${accountFields({ subject, who })}
</form>`
}

/** Opens the page of an act, with what was searched for. Without the subject of an account there is nothing to open: then it is the title alone. */
export function openAct({ subject, who = '' }: FoundAccount, act: string, title: string): Html {
  if (!isUuid(subject)) return html`${title}`
  if (who === '') return html`<a href="${actAddress(act, { subject })}">${title}</a>`
  return html`<button type="submit" class="button quiet" form="${FORM_ID}" name="act" value="${act}"><span>${title}</span></button>`
}

/** The fields of a form that is about an account. */
export function accountFields({ subject, who = '' }: FoundAccount): Html {
  return html`<input type="hidden" name="subject" value="${subject}">
${who !== '' && html`<input type="hidden" name="who" value="${who}">`}`
}

/** The way back to an account, with the verdict of the search that led there. */
export function backToAccount(label: string, { subject, who = '' }: FoundAccount): Html {
  if (who === '')
    return html`<p class="actions">${linkButton(label, citizenAddress(subject), 'secondary')}</p>`
  return html`<form method="post" action="${PLACES.citizen.path}" accept-charset="utf-8">
${accountFields({ subject, who })}
<p class="actions"><button type="submit" class="button secondary"><span>${label}</span></button></p>
</form>`
}
