import { type Html, html, type PageDocument } from '../platform/html.ts'
import { scriptElement } from './assets.ts'
import { layout, type PageFrame } from './layout.ts'
import {
  continuesTo,
  type Fault,
  field,
  hiddenInput,
  isolated,
  type ProgramLink,
  passwordField,
  postForm,
  problemSummary,
  sentences,
  submitButton,
  wayBack,
} from './parts.ts'
import { PATHS } from './paths.ts'
import { type Trouble, troubleMessage } from './trouble.ts'
import type { WayIn } from './way-in.ts'
import type { Words } from './words/en.ts'

/** The sign-in form. `wrong` is the same for an unknown, waiting or suspended account and a wrong password. */
export interface LoginView {
  readonly csrfToken: string
  readonly email?: string | undefined
  /** Whether the address is that of whoever is signed in: then the password has the focus. */
  readonly asksForPassword?: boolean | undefined
  readonly problem?:
    | 'wrong'
    | Missing
    /** What a room says about its way in. */
    | Fault
    | Exclude<Trouble, 'unknown-browser'>
    | undefined
  /** Why this browser is signed in no more, and whether it keeps what its citizen typed last. */
  readonly signedOut?:
    | { readonly why: 'elsewhere' | 'changed' | 'over'; readonly isTypedKept: boolean }
    | undefined
  /** What a citizen can sign in with in place of the password. */
  readonly waysIn?: readonly WayIn[]
  /** Hidden inputs that the form of the password carries for them. */
  readonly carried?: readonly Html[]
  /** The program that the citizen came from. */
  readonly program?: ProgramLink | undefined
  /** The program that the citizen came from, where it waits no longer. */
  readonly lapsedProgram?: ProgramLink | undefined
  /** Whether that program asks for more than a password. */
  readonly asksForMore?: boolean | undefined
  /** The handle of the waiting authorization request. */
  readonly resume?: string | undefined
  readonly registerHref?: string
  readonly recoverHref?: string
}

function loginForm(frame: PageFrame, view: LoginView, faults: readonly Fault[]): Html {
  const { labels, login } = frame.words
  const problemOf = (name: string) =>
    isMissing(view.problem) ? faults.find(({ fieldName }) => fieldName === name)?.message : undefined
  const { waysIn = [] } = view
  const email = field({
    name: 'email',
    type: 'email',
    label: labels.email,
    autocomplete: ['username', ...waysIn.map(({ autocomplete }) => autocomplete)].join(' '),
    value: view.email,
    problem: problemOf('email'),
  })
  const password = passwordField(frame.words, {
    name: 'password',
    label: labels.password,
    autocomplete: 'current-password',
    problem: problemOf('password'),
    ...(view.asksForPassword && { focused: true }),
  })
  const contents = html`${email}${password}
<p class="beside"><a data-takes="email" href="${view.recoverHref ?? PATHS.recover}">${login.forgotten}</a></p>
${hiddenInput('resume', view.resume)}${view.carried}
${submitButton(login.button)}`
  return postForm({ action: PATHS.login, csrfToken: view.csrfToken, contents })
}

function loginFaults(words: Words, problem: NonNullable<LoginView['problem']>): readonly Fault[] {
  const { wrong, wrongHelp } = words.login
  if (isMissing(problem))
    return problem.missing.map((fieldName) => ({ message: words.fieldProblems[fieldName].blank, fieldName }))
  if (problem === 'wrong') return [{ message: wrong, fieldName: 'email' }, { message: wrongHelp }]
  if (typeof problem === 'object' && 'message' in problem) return [problem]
  return [{ message: troubleMessage(words, problem) }]
}

/** The fields that were left empty. */
interface Missing {
  readonly missing: readonly ('email' | 'password')[]
}

function isMissing(problem: LoginView['problem']): problem is Missing {
  return typeof problem === 'object' && 'missing' in problem
}

function isTrouble(problem: LoginView['problem']): boolean {
  return problem === 'busy' || (typeof problem === 'object' && 'retryAfterSeconds' in problem)
}

function signedOutLine(words: Words, { signedOut }: LoginView): Html {
  if (!signedOut) return html``
  const { why, isTypedKept } = signedOut
  const { title, whys, kept } = words.login.signedOut
  const because = why === 'over' ? [] : [whys[why]]
  return html`<p class="lead" role="status">${sentences(words, title, ...because, ...(isTypedKept ? [kept] : []))}</p>`
}

/** Whoever is signed in, and is asked again, reads who asks. */
function whatFor(words: Words, { asksForPassword, program }: LoginView): Html | false {
  if (!asksForPassword || !program) return continuesTo(words, program?.name)
  return html`<p class="lead">${words.login.provesAgain(isolated(program.name))}</p>`
}

/** The page that signs a citizen in, for the account pages or a program. */
export function loginPage(frame: PageFrame, view: LoginView): PageDocument {
  const { words } = frame
  const text = words.login
  const { problem, program, lapsedProgram, waysIn = [] } = view
  const faults = problem === undefined ? [] : loginFaults(words, problem)
  // Nobody can sign in yet, or for that program any more.
  const goesBack = isTrouble(problem) ? program : lapsedProgram
  const main = html`${problemSummary(words, faults)}
<h1>${text.title}</h1>
${signedOutLine(words, view)}
${whatFor(words, view)}
${lapsedProgram && html`<p class="lead">${text.lapsed(isolated(lapsedProgram.name))}</p>`}
${goesBack && html`<p class="actions">${wayBack(words, goesBack, 'secondary')}</p>`}
${view.asksForMore && waysIn.map(({ forMore }) => html`<p>${forMore}</p>`)}
${loginForm(frame, view, faults)}
${waysIn.length > 0 ? waysIn.map(({ form }) => form) : scriptElement}
<p class="aside">${text.noAccount} <a href="${view.registerHref ?? PATHS.register}">${text.register}</a></p>`
  return layout(frame, { title: text.title, main, faults })
}
