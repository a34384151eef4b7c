import { html } from '../platform/html.ts'
import type { PageDocument } from '../platform/page-document.ts'
import { layout, type PageFrame } from './layout.ts'
import { type Fault, field, hiddenInput, isolated, postForm, problemSummary, submitButton } from './parts.ts'
import { PATHS, type ProvenPage } from './paths.ts'
import { type Trouble, troubleFaults } from './trouble.ts'
import type { Words } from './words/en.ts'

/** The page that asks for a code after the password. */
export interface SignInCodeView {
  readonly csrfToken: string
  /** Which code is asked for. Both kinds are taken in any case. */
  readonly kind: 'app' | 'recovery'
  readonly problem?: 'wrong' | Trouble | undefined
  /** The program that the citizen came from. */
  readonly programName?: string | undefined
  /** The handle of the waiting authorization request. */
  readonly resume?: string | undefined
  /** The account page that asked for the sign-in. */
  readonly leadsTo?: ProvenPage | undefined
}

function codeFaults(words: Words, { kind, problem }: SignInCodeView): readonly Fault[] {
  if (problem !== 'wrong') return troubleFaults(words, problem)
  return [{ message: words.signInCode[kind].wrong, fieldName: 'code' }]
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
  const text = words.signInCode[kind]
  const faults = codeFaults(words, view)
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
${submitButton(words.signInCode.button)}`
  const main = html`${problemSummary(words, faults)}
<h1>${text.title}</h1>
${programName !== undefined && html`<p class="lead">${words.login.toProgram(isolated(programName))}</p>`}
${postForm({ action: PATHS.loginCode, csrfToken, contents })}
<p class="aside"><a href="${otherHref(view)}">${text.other}</a></p>
<p><a href="${PATHS.lostApp}">${words.lostApp.link}</a></p>`
  return layout(frame, { title: text.title, main, hasProblem: faults.length > 0 })
}
