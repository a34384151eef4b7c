import {
  type Fault,
  field,
  hiddenInput,
  isolated,
  moment,
  type PageFrame,
  postForm,
  submitButton,
} from '../../pages/index.ts'
import { type Html, html } from '../../platform/html.ts'
import { inLanguage } from '../../platform/languages.ts'
import { FACTOR_WORDS } from '../words/index.ts'

/** One of the keys of a citizen, on its page. Instants are in seconds since 1970. */
export interface FactorItem {
  readonly id: string
  readonly name: string
  readonly createdAt: number
  readonly lastUsedAt: number | null
}

/** A name that was typed, and the key that it is for. */
export interface TypedName {
  readonly id: string
  readonly name: string
  /** Whether it was only kept: it was not refused. */
  readonly isKept?: boolean
}

/** The forms of each card. */
export interface FactorForms {
  /** The name of the hidden input that says which key it is. */
  readonly idField: string
  readonly removePath: string
  readonly renamePath: string
}

/** What is beside the forms of the cards. */
export interface CardsView {
  readonly csrfToken: string
  readonly mayChange: boolean
  /** A name that was refused or kept. */
  readonly renaming: TypedName | undefined
  /** What is wrong with it. */
  readonly badName: string
}

/** What a kind of key says besides. */
export interface CardExtras {
  readonly tag?: string | undefined
  readonly removeHint?: string
}

const inputId = (id: string) => `name-${id}`

/** The fault of a refused name, with a link to its input. */
export function renamingFaults(typed: TypedName | undefined, message: string): readonly Fault[] {
  return typed && !typed.isKept ? [{ message, fieldName: inputId(typed.id) }] : []
}

/** A key of the citizen: its name, when it was added and used, and the forms that remove and rename it. The removal asks first. */
export function factorCard(
  frame: PageFrame,
  forms: FactorForms,
  view: CardsView,
  { tag, removeHint, ...item }: FactorItem & CardExtras,
): Html {
  const text = inLanguage(FACTOR_WORDS, frame.language)
  const { idField, removePath: action } = forms
  const { csrfToken, mayChange } = view
  const headingId = `${idField}-${item.id}`
  const remove = text.remove(isolated(item.name))
  const contents = html`${hiddenInput(idField, item.id)}
<p>${text.sure}${removeHint !== undefined && html`${frame.words.between}${removeHint}`}</p>
${submitButton(remove, 'secondary')}`
  return html`<article class="card" aria-labelledby="${headingId}">
<h2 id="${headingId}">${isolated(item.name)}${tag !== undefined && html` <span class="tag">${tag}</span>`}</h2>
<dl>
<div><dt>${text.added}</dt><dd>${moment(frame, item.createdAt)}</dd></div>
<div><dt>${text.lastUsed}</dt><dd>${item.lastUsedAt === null ? text.never : moment(frame, item.lastUsedAt)}</dd></div>
</dl>
${
  mayChange &&
  html`<details><summary>${remove}</summary>
${postForm({ action, csrfToken, contents })}
</details>`
}
${mayChange && renamingForm(frame.language, forms, view, item)}
</article>`
}

/** The form that gives a key another name. It is closed until somebody wants it. */
function renamingForm(
  language: string,
  { idField, renamePath: action }: FactorForms,
  { csrfToken, renaming: typed, badName }: CardsView,
  item: FactorItem,
): Html {
  const text = inLanguage(FACTOR_WORDS, language)
  const isTyped = typed?.id === item.id
  const contents = html`${hiddenInput(idField, item.id)}${field({
    id: inputId(item.id),
    name: 'name',
    type: 'text',
    label: text.label,
    autocomplete: 'off',
    value: isTyped ? typed.name : item.name,
    problem: isTyped && !typed.isKept ? badName : undefined,
  })}
${submitButton(text.rename, 'secondary')}`
  return html`<details${isTyped && html` open`}><summary>${text.open(isolated(item.name))}</summary>
${postForm({ action, csrfToken, contents })}
</details>`
}
