import { type Html, html, type PageDocument } from '../platform/html.ts'
import { layout, type PageFrame } from './layout.ts'
import {
  continuesTo,
  type Fault,
  field,
  hiddenInput,
  type ProgramLink,
  postForm,
  problemSummary,
  submitButton,
} from './parts.ts'
import { PATHS } from './paths.ts'
import { type Trouble, troubleFaults } from './trouble.ts'

/** The fields of the registration form, named as in the contract (2.1). */
export type CitizenField = 'full_name' | 'email' | 'phone_number'

/** What can be wrong with a field. */
export type ProblemCode = 'required' | 'blank' | 'invalid' | 'max_length'

/** A form that requests a mailed link, with the typed values where it was refused. */
export interface LinkRequestView {
  readonly csrfToken: string
  readonly values?: Readonly<Partial<Record<CitizenField, string>>>
  readonly problems?: Readonly<Partial<Record<CitizenField, ProblemCode>>>
  readonly trouble?: Trouble | undefined
  /** The handle of the waiting authorization request. */
  readonly resume?: string | undefined
  readonly loginHref?: string
  readonly recoverHref?: string
  /** The program that waits. */
  readonly program?: ProgramLink | undefined
}

const ORDER: readonly CitizenField[] = ['full_name', 'email', 'phone_number']

/** The message about a field. */
function problemMessage({ words }: PageFrame, name: CitizenField, code: ProblemCode): string {
  return words.fieldProblems[name][code]
}

/** The problems, in the order of the fields. */
export function citizenFaults(frame: PageFrame, problems: LinkRequestView['problems']): readonly Fault[] {
  return ORDER.flatMap((name) => {
    const code = problems?.[name]
    return code === undefined ? [] : [{ message: problemMessage(frame, name, code), fieldName: name }]
  })
}

const INPUTS = {
  full_name: { type: 'text', autocomplete: 'name' },
  email: { type: 'email', autocomplete: 'email' },
  phone_number: { type: 'tel', autocomplete: 'tel' },
} as const

/** The input of one field of a citizen, with its value and problem. */
export function citizenField(
  frame: PageFrame,
  name: CitizenField,
  { values, problems }: Pick<LinkRequestView, 'values' | 'problems'>,
): Html {
  const { words } = frame
  const code = problems?.[name]
  return field({
    name,
    ...INPUTS[name],
    label: words.labels[name],
    hint: name === 'full_name' ? undefined : words.hints[name],
    value: values?.[name],
    problem: code && problemMessage(frame, name, code),
    ...(name === 'phone_number' && { optional: words.optional }),
  })
}

/** The page that requests an account. */
export function registerPage(frame: PageFrame, view: LinkRequestView): PageDocument {
  const text = frame.words.register
  const general = troubleFaults(frame.words, view.trouble)
  const faults = [...general, ...citizenFaults(frame, view.problems)]
  const contents = html`${ORDER.map((name) => citizenField(frame, name, view))}
${hiddenInput('resume', view.resume)}
<p>${text.next}</p>
${submitButton(text.button)}`
  const main = html`${problemSummary(frame.words, faults)}
<h1>${text.title}</h1>
${continuesTo(frame.words, view.program?.name)}
<p class="lead">${text.lead}</p>
${postForm({ action: PATHS.register, csrfToken: view.csrfToken, contents })}
<p class="aside">${text.haveAccount} <a href="${view.loginHref ?? PATHS.login}">${text.signIn}</a></p>`
  return layout(frame, { title: text.title, main, faults })
}
