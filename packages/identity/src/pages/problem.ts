import { type Html, html, type PageDocument } from '../platform/html.ts'
import { icons } from './icons.ts'
import { layout, type PageFrame } from './layout.ts'
import { isolated, linkButton, type ProgramLink, wayBack } from './parts.ts'
import { PATHS } from './paths.ts'
import type { Words } from './words/en.ts'

/** The kinds of error pages. */
export type ProblemKind = keyof Words['problems']

/** An error page: what happened, and what to do. Its frame has the reference number. */
export interface ProblemView {
  readonly kind: ProblemKind
  readonly status: number
  /** For `too-large`: how much a form may send. */
  readonly mostKilobytes?: number | undefined
  /** The program that the citizen came from. For `resume-expired`: the one that waits no longer. */
  readonly program?: ProgramLink | undefined
  /** For an expired form: the address that shows it again; without one, the account. */
  readonly againHref?: string | undefined
  /** What the page says where it is no page for citizens. */
  readonly elsewhere?: ProblemElsewhere | undefined
}

/** An error page of another place than that of citizens. */
export interface ProblemElsewhere {
  /** What stands above its title, so that nobody takes it for one of theirs. */
  readonly mark: Html
  /** Where everybody there can go. */
  readonly home: { readonly path: string; readonly label: string }
  /** What to do at an address without a page. */
  readonly notFound: string
}

function nextStep(words: Words, view: ProblemView): string | Html {
  const { kind, mostKilobytes, program, elsewhere } = view
  if (kind === 'not-found' && elsewhere) return elsewhere.notFound
  const { next } = words.problems[kind]
  if (kind === 'resume-expired' && program) return words.programLapsed(isolated(program.name))
  return mostKilobytes === undefined ? next : words.formHolds(mostKilobytes) + words.between + next
}

/** Back to the program, if it is known which one that is. Everybody has an account to go to, or a page to open again. */
function waysOn(words: Words, { kind, againHref, program, elsewhere }: ProblemView): Html {
  const back = program !== undefined && wayBack(words, program)
  const { path, label } = elsewhere?.home ?? { path: PATHS.account, label: words.toAccount }
  const button =
    kind !== 'form-stale' && againHref === undefined
      ? linkButton(label, path, 'secondary')
      : linkButton(words.openAgain, againHref ?? path)
  return html`<p class="actions">${back} ${button}</p>`
}

/** The error page of any kind. */
export function problemPage(frame: PageFrame, view: ProblemView): PageDocument {
  const { words } = frame
  const text = words.problems[view.kind]
  const main = html`${view.elsewhere?.mark}<div class="seal">${icons.caution}</div>
<h1>${text.title}</h1>
<p class="lead">${text.what}</p>
<p>${nextStep(words, view)}</p>
${waysOn(words, view)}`
  return layout(frame, {
    title: text.title,
    main,
    deadEnd: { status: view.status },
    ...(view.elsewhere && { home: view.elsewhere.home.path, wide: true }),
  })
}
