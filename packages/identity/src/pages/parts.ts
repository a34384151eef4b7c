import { type Html, html } from '../platform/html.ts'
import { icons } from './icons.ts'
import type { Words } from './words/en.ts'

/** A name, an address or any other text that people chose: shown without touching the direction of what stands around it. */
export const isolated = (text: string): Html => html`<bdi>${text}</bdi>`

/** A value that the form carries along unseen. */
export const hiddenInput = (name: string, value: string | undefined): Html =>
  html`${value !== undefined && html`<input type="hidden" name="${name}" value="${value}">`}`

/** The proof that a form was sent from one of our own pages. */
export const csrfInput = (token: string): Html => hiddenInput('csrf_token', token)

/** The account that a password belongs to, for password managers only. */
export const usernameForPasswordManagers = (email: string): Html =>
  html`<input type="text" name="username" value="${email}" autocomplete="username" readonly hidden>`

/** A form that is one action. */
export interface FormParts {
  readonly action: string
  readonly csrfToken: string
  readonly contents: Html
}

/** A form that is posted, with its proof of origin. */
export const postForm = ({ action, csrfToken, contents }: FormParts): Html =>
  html`<form method="post" action="${action}" accept-charset="utf-8">
${csrfInput(csrfToken)}
${contents}
</form>`

/** How a button looks; what it does is said by its words. */
export type ButtonRank = 'primary' | 'secondary' | 'quiet'

/** A button that sends its form; `attributes` for a decision or a description. */
export const submitButton = (label: string | Html, rank: ButtonRank = 'primary', attributes?: Html): Html =>
  html`<button type="submit" class="button ${rank}"${attributes}>${label}</button>`

/** A link that looks like a button, because it is the way on. */
export const linkButton = (label: string, href: string, rank: ButtonRank = 'primary'): Html =>
  html`<a class="button ${rank}" href="${href}">${label}</a>`

/** One input with all that belongs to it. */
export interface FieldParts {
  /** Also its id, so a name stands once on a page. */
  readonly name: string
  readonly type: 'text' | 'email' | 'tel' | 'password'
  readonly label: string
  readonly autocomplete: string
  readonly value?: string | undefined
  readonly hint?: string | undefined
  readonly problem?: string | undefined
  readonly maxLength?: number
  /** The words that mark a field that may stay empty; every other field is required. */
  readonly optional?: string
}

const EXACT_TEXT = html` autocapitalize="none" autocorrect="off" spellcheck="false"`

function fieldAttributes({ name, type, hint, problem, ...field }: FieldParts): Html {
  const described = [hint && `${name}-hint`, problem && `${name}-problem`].filter(Boolean).join(' ')
  return html` autocomplete="${field.autocomplete}"${field.value !== undefined && html` value="${field.value}"`}${
    field.maxLength !== undefined && html` maxlength="${field.maxLength}"`
  }${field.optional === undefined && html` required`}${(type === 'email' || type === 'password') && EXACT_TEXT}${
    described !== '' && html` aria-describedby="${described}"`
  }${problem && html` aria-invalid="true"`}`
}

/** A labelled input; its hint and its problem are read out with it. */
export const field = (parts: FieldParts): Html => {
  const { name, type, label, hint, problem, optional } = parts
  return html`<div class="field${problem && ' wrong'}">
<label for="${name}">${label}${optional && html` <span class="optional">${optional}</span>`}</label>
${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
${problem && html`<p class="fault" id="${name}-problem">${icons.caution}<span>${problem}</span></p>`}
<input id="${name}" name="${name}" type="${type}"${fieldAttributes(parts)}>
</div>`
}

/** One thing that is wrong, and the field that mends it if there is one. */
export interface Fault {
  readonly message: string
  readonly fieldName?: string
}

/** Everything that is wrong, above the form, each with a link to its field; nothing when nothing is. */
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

/** Something that went well, said once. */
export const notice = (text: string | undefined): Html | undefined =>
  text === undefined ? undefined : html`<p class="notice" role="status">${icons.done}<span>${text}</span></p>`

/** The number by which the people who run the service find what happened. */
export const referenceLine = (words: Words, reference: string): Html =>
  html`<p class="reference"><span>${words.reference}</span> <code>${reference}</code></p>`
