import { type Html, html } from '../platform/html.ts'
import type { PageDocument } from '../platform/page-document.ts'
import { accountLayout } from './account-layout.ts'
import type { PageFrame } from './layout.ts'
import { moment } from './moments.ts'
import { hiddenInput, isolated, linkButton, notice, postForm, problemSummary, submitButton } from './parts.ts'
import { PATHS } from './paths.ts'
import { type ProveStep, proveFaults, proveSection } from './prove.ts'
import { type RefusedName, renamingFaults, renamingForm } from './renaming.ts'
import { type Trouble, troubleFaults } from './trouble.ts'
import type { Words } from './words/en.ts'

/** An app of the citizen that makes codes. Instants are in seconds since 1970. */
export interface AppItem {
  readonly id: string
  readonly name: string
  readonly createdAt: number
  readonly lastUsedAt: number | null
}

/** The apps and the recovery codes, and what the citizen may do now. */
export interface CodesView {
  readonly csrfToken: string
  readonly email: string
  readonly apps: readonly AppItem[]
  readonly recoveryCodesLeft: number
  readonly step:
    | { readonly kind: 'change'; readonly isFull: boolean }
    | ({ readonly kind: 'prove' } & ProveStep)
  readonly notice?: 'added' | 'removed' | 'renamed' | 'kept' | undefined
  /** A name that was refused. */
  readonly renaming?: RefusedName | undefined
  /** Why nothing was changed. */
  readonly trouble?: Trouble | undefined
  /** When the apps go, because somebody said that they are lost. */
  readonly lostApp?: number | undefined
}

function appCard(frame: PageFrame, { csrfToken, step, renaming }: CodesView, item: AppItem): Html {
  const text = frame.words.codes
  const headingId = `app-${item.id}`
  const message = text.problems['bad-name']
  const naming = { action: PATHS.renameApp, csrfToken, idField: 'app' as const, refused: renaming, message }
  const remove = html`${hiddenInput('app', item.id)}
${submitButton(html`<span>${text.remove(isolated(item.name))}</span>`, 'secondary')}`
  return html`<article class="card" aria-labelledby="${headingId}">
<h2 id="${headingId}">${isolated(item.name)}</h2>
<dl>
<div><dt>${text.added}</dt><dd>${moment(frame, item.createdAt)}</dd></div>
<div><dt>${text.lastUsed}</dt><dd>${item.lastUsedAt === null ? text.never : moment(frame, item.lastUsedAt)}</dd></div>
</dl>
${step.kind === 'change' && postForm({ action: PATHS.removeApp, csrfToken, contents: remove })}
${step.kind === 'change' && renamingForm(frame, { ...naming, item })}
</article>`
}

function recoverySection(frame: PageFrame, { csrfToken, recoveryCodesLeft, step }: CodesView): Html {
  const text = frame.words.codes
  const contents = submitButton(text.recoveryButton, 'secondary')
  return html`<section class="apart" aria-labelledby="recovery">
<h2 id="recovery">${text.recoveryTitle}</h2>
<p>${text.recoveryLead}</p>
<dl><div><dt>${text.recoveryLeft}</dt><dd>${recoveryCodesLeft}</dd></div></dl>
${step.kind === 'change' && html`<p>${text.recoveryAgain}</p>`}
${step.kind === 'change' && postForm({ action: PATHS.newRecoveryCodes, csrfToken, contents })}
</section>`
}

function addSection(frame: PageFrame, { isFull, isMain }: Record<'isFull' | 'isMain', boolean>): Html {
  const text = frame.words.codes
  const rank = isMain ? 'primary' : 'secondary'
  return html`<section class="apart" aria-labelledby="add">
<h2 id="add">${text.addTitle}</h2>
<p>${isFull ? text.full : text.addLead}</p>
${!isFull && html`<p class="actions">${linkButton(text.addButton, PATHS.addApp, rank)}</p>`}
</section>`
}

/** Says when the apps go, and stops it. */
function waitingSection(frame: PageFrame, csrfToken: string, dueAt: number): Html {
  const text = frame.words.lostApp
  const contents = submitButton(text.keepButton)
  return html`<section class="apart" aria-labelledby="lost">
<h2 id="lost">${text.waitsTitle}</h2>
<p>${text.waits(moment(frame, dueAt))}</p>
${postForm({ action: PATHS.keepApp, csrfToken, contents })}
</section>`
}

function noticeOf({ codes, renaming, lostApp }: Words, said: NonNullable<CodesView['notice']>): string {
  return { added: codes.saved, removed: codes.removed, renamed: renaming.app, kept: lostApp.stopped }[said]
}

/** The page that lists the apps that make codes, and the recovery codes. */
export function codesPage(frame: PageFrame, view: CodesView): PageDocument {
  const { words } = frame
  const text = words.codes
  const { csrfToken, email, apps, step, lostApp } = view
  const naming = renamingFaults(view.renaming, text.problems['bad-name'])
  const ofStep = step.kind === 'prove' ? proveFaults(words, step.problem) : naming
  const faults = [...troubleFaults(words, view.trouble), ...ofStep]
  const said = view.notice && noticeOf(words, view.notice)
  const main = html`${problemSummary(words, faults)}${notice(said)}
<h1>${text.title}</h1>
<p class="lead">${text.lead}</p>
${lostApp !== undefined && waitingSection(frame, csrfToken, lostApp)}
${apps.length === 0 && html`<p>${text.none}</p>`}${apps.map((item) => appCard(frame, view, item))}
${apps.length > 0 && recoverySection(frame, view)}
${step.kind === 'prove' ? proveSection(frame, { csrfToken, email, lead: text.proveLead }, step) : addSection(frame, { ...step, isMain: lostApp === undefined })}`
  return accountLayout(frame, PATHS.codes, { title: text.title, main, hasProblem: faults.length > 0 })
}
