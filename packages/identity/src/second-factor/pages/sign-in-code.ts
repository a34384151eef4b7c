import {
  continuesTo,
  type Fault,
  field,
  hiddenInput,
  layout,
  PATHS,
  type PageFrame,
  type ProvenPage,
  postForm,
  problemSummary,
  submitButton,
  type Trouble,
  troubleFaults,
} from '../../pages/index.ts'
import { type Html, html, type PageDocument } from '../../platform/html.ts'
import { inLanguage } from '../../platform/languages.ts'
import { CODE_WORDS } from '../words/index.ts'

/** The page that asks for a code after the password. */
export interface SignInCodeView {
  readonly csrfToken: string
  /** Which code is asked for. Both kinds are taken in any case. */
  readonly kind: 'app' | 'recovery'
  readonly problem?: 'wrong' | Exclude<Trouble, 'unknown-browser'> | undefined
  /** The program that the citizen came from. */
  readonly programName?: string | undefined
  /** The handle of the waiting authorization request. */
  readonly resume?: string | undefined
  /** What other rooms add. */
  readonly sections?: readonly Html[]
  /** The account page that asked for the sign-in. */
  readonly leadsTo?: ProvenPage | undefined
}

function codeFaults({ words, language }: PageFrame, { kind, problem }: SignInCodeView): readonly Fault[] {
  if (problem !== 'wrong') return troubleFaults(words, problem)
  return [{ message: inLanguage(CODE_WORDS, language).signIn[kind].wrong, fieldName: 'code' }]
}

/** The address of this page for the other kind of code. */
function otherHref({ kind, resume, leadsTo }: SignInCodeView): string {
  const query = new URLSearchParams({
    ...(kind === 'app' && { with: 'recovery' }),
    ...(resume !== undefined && { resume }),
    ...(leadsTo && { leads_to: leadsTo }),
  }).toString()
  return query === '' ? PATHS.loginCode : `${PATHS.loginCode}?${query}`
}

/** Asks for the code of an app, or for a recovery code. */
export function signInCodePage(frame: PageFrame, view: SignInCodeView): PageDocument {
  const { words } = frame
  const { kind, csrfToken, programName, resume, leadsTo } = view
  const { button, [kind]: text } = inLanguage(CODE_WORDS, frame.language).signIn
  const faults = codeFaults(frame, view)
  const contents = html`${field({
    name: 'code',
    type: 'text',
    label: text.label,
    hint: text.hint,
    autocomplete: kind === 'app' ? 'one-time-code' : 'off',
    ...(kind === 'app' && { inputMode: 'numeric' }),
    problem: faults.find(({ fieldName }) => fieldName === 'code')?.message,
  })}
${hiddenInput('resume', resume)}${hiddenInput('leads_to', leadsTo)}${hiddenInput('with', kind)}
${submitButton(button)}`
  const main = html`${problemSummary(words, faults)}
<h1>${text.title}</h1>
${continuesTo(words, programName)}
${postForm({ action: PATHS.loginCode, csrfToken, contents })}
<p class="aside"><a href="${otherHref(view)}">${text.other}</a></p>
${view.sections}`
  return layout(frame, { title: text.title, main, faults })
}
