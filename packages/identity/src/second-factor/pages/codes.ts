import { type CardsView, type FactorItem, factorCard, renamingFaults } from '../../factors/index.ts'
import {
  accountLayout,
  linkButton,
  notice,
  PATHS,
  type PageFrame,
  type ProveStep,
  postForm,
  problemSummary,
  proveFaults,
  proveSection,
  submitButton,
  type Trouble,
  troubleFaults,
} from '../../pages/index.ts'
import { type Html, html, type PageDocument } from '../../platform/html.ts'
import { inLanguage } from '../../platform/languages.ts'
import { APP_FORMS, CODE_PATHS } from '../paths.ts'
import { CODE_WORDS } from '../words/index.ts'

/** The apps and the recovery codes, and what the citizen may do now. */
export interface CodesView {
  readonly csrfToken: string
  readonly email: string
  readonly apps: readonly FactorItem[]
  readonly recoveryCodesLeft: number
  readonly step:
    | { readonly kind: 'change'; readonly isFull: boolean }
    | ({ readonly kind: 'prove' } & ProveStep)
  readonly notice?: 'added' | 'removed' | 'renamed' | { readonly said: string | undefined } | undefined
  /** A name that was refused. */
  readonly renaming?: CardsView['renaming']
  /** Why nothing was changed. */
  readonly trouble?: Trouble | undefined
  /** What other rooms add. */
  readonly sections?: readonly Html[]
}

const wordsOf = ({ language }: PageFrame) => inLanguage(CODE_WORDS, language).page

function recoverySection(frame: PageFrame, { csrfToken, recoveryCodesLeft, step }: CodesView): Html {
  const text = wordsOf(frame)
  const contents = submitButton(text.recoveryButton, 'secondary')
  return html`<section class="apart" aria-labelledby="recovery">
<h2 id="recovery">${text.recoveryTitle}</h2>
<p>${text.recoveryLead}</p>
<dl><div><dt>${text.recoveryLeft}</dt><dd>${recoveryCodesLeft}</dd></div></dl>
${step.kind === 'change' && html`<p>${text.recoveryAgain}</p>`}
${step.kind === 'change' && postForm({ action: CODE_PATHS.recovery, csrfToken, contents })}
</section>`
}

function addSection(frame: PageFrame, { isFull, isMain }: Record<'isFull' | 'isMain', boolean>): Html {
  const text = wordsOf(frame)
  const rank = isMain ? 'primary' : 'secondary'
  return html`<section class="apart" aria-labelledby="add">
<h2 id="add">${text.addTitle}</h2>
<p>${isFull ? text.full : text.addLead}</p>
${!isFull && html`<p class="actions">${linkButton(text.addButton, CODE_PATHS.add, rank)}</p>`}
</section>`
}

function noticeOf(frame: PageFrame, said: NonNullable<CodesView['notice']>): string | undefined {
  if (typeof said === 'object') return said.said
  const { saved, removed, renamed } = wordsOf(frame)
  return { added: saved, removed, renamed }[said]
}

/** The page that lists the apps that make codes, and the recovery codes. */
export function codesPage(frame: PageFrame, view: CodesView): PageDocument {
  const { words } = frame
  const text = wordsOf(frame)
  const { csrfToken, email, apps, step, renaming, sections = [] } = view
  const naming = renamingFaults(renaming, text.problems['bad-name'])
  const ofStep = step.kind === 'prove' ? proveFaults(words, step.problem) : naming
  const faults = [...troubleFaults(words, view.trouble), ...ofStep]
  const said = view.notice && noticeOf(frame, view.notice)
  const cards = { csrfToken, mayChange: step.kind === 'change', renaming, badName: text.problems['bad-name'] }
  const main = html`${problemSummary(words, faults)}${notice(said)}
<h1>${text.title}</h1>
<p class="lead">${text.lead}</p>
${sections}
${apps.length === 0 && html`<p>${text.none}</p>`}${apps.map((item) => factorCard(frame, APP_FORMS, cards, item))}
${apps.length > 0 && recoverySection(frame, view)}
${step.kind === 'prove' ? proveSection(frame, { csrfToken, email, lead: text.proveLead }, step) : addSection(frame, { ...step, isMain: sections.length === 0 })}`
  return accountLayout(frame, PATHS.codes, { title: text.title, main, faults })
}
