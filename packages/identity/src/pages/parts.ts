import { type Html, html } from '../platform/html.ts'
import { icons } from './icons.ts'
import type { Words } from './words/en.ts'
import { languageNames } from './words/words-for.ts'

/** A text that people chose, isolated so that it does not change the direction of the text around it. */
export const isolated = (text: string): Html => html`<bdi>${text}</bdi>`

/** A hidden input of a form. */
export const hiddenInput = (name: string, value: string | undefined): Html =>
  html`${value !== undefined && html`<input type="hidden" name="${name}" value="${value}">`}`

/** The token that proves that a form comes from our own pages, and after `~` the name of this showing of the page. */
export const csrfInput = (token: string): Html => {
  const [proof = '', shown] = token.split('~')
  return html`${hiddenInput('csrf_token', proof)}${hiddenInput('shown', shown)}`
}

/** The account of a password, for password managers only. */
export const usernameForPasswordManagers = (email: string): Html =>
  html`<input type="text" name="username" value="${email}" autocomplete="username" readonly hidden>`

/** A form with one action. */
export interface FormParts {
  readonly action: string
  readonly csrfToken: string
  readonly contents: Html
  readonly attributes?: Html
}

/** A form that is posted, with its CSRF token. */
export const postForm = ({ action, csrfToken, contents, attributes }: FormParts): Html =>
  html`<form method="post" action="${action}" accept-charset="utf-8" novalidate${attributes}>
${csrfInput(csrfToken)}
${contents}
</form>`

/** The style of a button. Its words say what it does. */
export type ButtonRank = 'primary' | 'secondary' | 'quiet'

/** A button that sends its form. `attributes` are for a decision or a description. */
export const submitButton = (label: string | Html, rank: ButtonRank = 'primary', attributes?: Html): Html =>
  html`<button type="submit" class="button ${rank}"${attributes}><span>${label}</span></button>`

/** A link in the style of a button, for the next step. */
export const linkButton = (label: string | Html, href: string, rank: ButtonRank = 'primary'): Html =>
  html`<a class="button ${rank}" href="${href}">${label}</a>`

/** A program, as pages lead to it. */
export interface ProgramLink {
  /** In the language of the page. */
  readonly name: string
  /** The page where its citizen goes on; undefined where nobody knows it. */
  readonly home: string | undefined
}

/** Below a title: which program follows. Nothing where none does. */
export function continuesTo(words: Words, programName: string | undefined): Html | false {
  return (
    programName !== undefined && html`<p class="lead">${words.login.toProgram(isolated(programName))}</p>`
  )
}

/** The button that leads back to a program, where its page is known. */
export function wayBack(words: Words, { name, home }: ProgramLink, rank?: ButtonRank): Html | false {
  return home !== undefined && linkButton(words.returnTo(isolated(name)), home, rank)
}

/** One input with its label, hint and problem. */
export interface FieldParts {
  readonly name: string
  /** Where the name is more than once on a page; otherwise the name. */
  readonly id?: string
  readonly type: 'text' | 'email' | 'tel' | 'password'
  readonly label: string
  readonly autocomplete: string
  readonly value?: string | undefined
  readonly hint?: string | undefined
  readonly problem?: string | undefined
  /** The keyboard of a phone. */
  readonly inputMode?: 'numeric'
  /** The words of a button that shows what is typed, and of one that hides it. The script makes the button. */
  readonly showing?: { readonly show: string; readonly hide: string }
  /** The words before the length of what is typed. The script counts. */
  readonly counting?: string
  /** Whether it has the focus when the page opens. */
  readonly focused?: boolean
  /** The words for a field that may stay empty. Every other field is required. */
  readonly optional?: string
}

/** Addresses and numbers are written from left to right in every language. A name has the direction of its letters. */
const DIRECTIONS = { text: 'auto', email: 'ltr', tel: 'ltr', password: 'ltr' } as const

const EXACT_TEXT = html` autocapitalize="none" autocorrect="off" spellcheck="false"`

/** How a device helps to type. */
const typing = (type: FieldParts['type'], inputMode: FieldParts['inputMode']): Html =>
  html`${inputMode && html` inputmode="${inputMode}"`}${(type === 'email' || type === 'password') && EXACT_TEXT}`

function fieldAttributes({ name, id = name, type, hint, problem, ...field }: FieldParts): Html {
  const described = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ')
  return html` autocomplete="${field.autocomplete}"${field.value !== undefined && html` value="${field.value}"`}${field.optional === undefined && html` required`}${typing(type, field.inputMode)}${
    described !== '' && html` aria-describedby="${described}"`
  }${field.focused && html` autofocus`}${field.showing && html` data-show="${field.showing.show}" data-hide="${field.showing.hide}"`}${problem && html` aria-invalid="true"`}`
}

/** A labelled input. Screen readers also read its hint and its problem. */
export const field = (parts: FieldParts): Html => {
  const { name, id = name, type, label, hint, problem, optional } = parts
  return html`<div class="field${problem && ' wrong'}">
<label for="${id}">${label}${optional && html` <span class="optional">${optional}</span>`}</label>
${hint && html`<p class="hint" id="${id}-hint">${hint}</p>`}
${problem && html`<p class="fault" id="${id}-problem">${icons.caution}<span>${problem}</span></p>`}
<input id="${id}" name="${name}" type="${type}" dir="${DIRECTIONS[type]}"${fieldAttributes(parts)}>
${parts.counting && html`<p class="hint" data-length hidden>${parts.counting} <b></b></p>`}
</div>`
}

/** An input for a password. The script of the page makes a button that shows it. */
export const passwordField = (
  { showPassword, hidePassword }: Words,
  parts: Omit<FieldParts, 'type' | 'showing'>,
): Html => field({ ...parts, type: 'password', showing: { show: showPassword, hide: hidePassword } })

/** The choice between the languages, each by its own name. */
export const languageSelect = (id: string, chosen: string): Html =>
  html`<select id="${id}" name="language" autocomplete="language">${languageNames.map(
    ([tag, name]) =>
      html`<option value="${tag}" lang="${tag}"${tag === chosen && html` selected`}>${name}</option>`,
  )}</select>`

/** A problem, and the field to correct if there is one, by its id. */
export interface Fault {
  readonly message: string
  readonly fieldName?: string
}

/** All problems above the form, each with a link to its field. Nothing without problems. */
export function problemSummary(words: Words, faults: readonly Fault[]): Html | undefined {
  if (faults.length === 0) return undefined
  const items = faults.map(
    ({ message, fieldName }) =>
      html`<li>${fieldName === undefined ? message : html`<a href="#${fieldName}">${message}</a>`}</li>`,
  )
  return html`<div class="summary" role="alert" tabindex="-1" autofocus aria-labelledby="summary-heading">
<h2 id="summary-heading">${words.problemHeading}</h2>
<ul>${items}</ul>
</div>`
}

/** A message of success. It has the focus when the page opens, unless a problem has it. */
export const notice = (text: string | undefined): Html | undefined =>
  text === undefined
    ? undefined
    : html`<p class="notice" role="status" tabindex="-1" autofocus>${icons.done}<span>${text}</span></p>`

/** Sentences one after the other, as the language joins them. */
export const sentences = (words: Words, ...parts: readonly (Html | string)[]): Html =>
  html`${parts.map((part, index) => html`${index > 0 && words.between}${part}`)}`
