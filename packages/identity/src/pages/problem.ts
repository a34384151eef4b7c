import { type Html, html, type PageDocument } from '../platform/html.ts'
import { icons } from './icons.ts'
import { layout, type PageFrame } from './layout.ts'
import { isolated, linkButton, type ProgramLink, wayBack } from './parts.ts'
import { PATHS } from './paths.ts'
import { type Trouble, troubleMessage } from './trouble.ts'
import type { Words } from './words/en.ts'

/** The kinds of error pages. */
export type ProblemKind = keyof Words['problems']

/** An error page: what happened, and what to do. Its frame has the reference number. */
export interface ProblemView {
  readonly kind: ProblemKind
  readonly status: number
  /** For `too-many`: when to try again. */
  readonly retryAfterSeconds?: number | undefined
  /** For `too-large`: how much a form may send. */
  readonly mostKilobytes?: number | undefined
  /** The program that the citizen came from. For `resume-expired`: the one that waits no longer. */
  readonly program?: ProgramLink | undefined
  /** For an expired form: the address that shows it again; without one, the account. */
  readonly againHref?: string | undefined
}

type Way = 'account' | 'page-again' | 'back-to-program'

/** The button that helps beside the one that leads back to the program, if it is known which program that is. */
const WAY_ON: Readonly<Record<ProblemKind, Way>> = {
  'bad-request': 'account',
  'too-large': 'account',
  forbidden: 'account',
  'form-expired': 'account',
  'form-stale': 'page-again',
  'not-found': 'account',
  'method-not-allowed': 'account',
  'too-many': 'account',
  unavailable: 'account',
  'server-error': 'account',
  'invalid-client': 'back-to-program',
  'missing-redirect': 'back-to-program',
  'invalid-redirect': 'back-to-program',
  'resume-expired': 'back-to-program',
}

function nextStep(words: Words, view: ProblemView): string | Html {
  const { kind, retryAfterSeconds, mostKilobytes, program } = view
  const { next } = words.problems[kind]
  if (kind === 'resume-expired' && program) return words.programLapsed(isolated(program.name))
  if (mostKilobytes !== undefined) return words.formHolds(mostKilobytes) + words.between + next
  if (retryAfterSeconds === undefined) return next
  const trouble: Trouble = { retryAfterSeconds }
  return troubleMessage(words, trouble)
}

function waysOn(words: Words, { kind, againHref, program }: ProblemView): Html | false {
  // Whoever has signed in for a program that waits no longer is at least in the account.
  const way = kind === 'resume-expired' && program ? 'account' : WAY_ON[kind]
  const back = program !== undefined && wayBack(words, program)
  if (way === 'back-to-program') return back && html`<p class="actions">${back}</p>`
  const button =
    way === 'account' && againHref === undefined
      ? linkButton(words.toAccount, PATHS.account, 'secondary')
      : linkButton(words.openAgain, againHref ?? PATHS.account)
  return html`<p class="actions">${back} ${button}</p>`
}

/** The error page of any kind. */
export function problemPage(frame: PageFrame, view: ProblemView): PageDocument {
  const { words } = frame
  const text = words.problems[view.kind]
  const main = html`<div class="seal">${icons.caution}</div>
<h1>${text.title}</h1>
<p class="lead">${text.what}</p>
<p>${nextStep(words, view)}</p>
${waysOn(words, view)}`
  return layout(frame, { title: text.title, main, deadEnd: { status: view.status } })
}
