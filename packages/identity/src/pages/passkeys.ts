import { type Html, html } from '../platform/html.ts'
import type { PageDocument } from '../platform/page-document.ts'
import { accountLayout } from './account-layout.ts'
import { layout, type PageFrame } from './layout.ts'
import { moment } from './moments.ts'
import {
  type Fault,
  field,
  hiddenInput,
  isolated,
  linkButton,
  notice,
  postForm,
  problemSummary,
  submitButton,
} from './parts.ts'
import { type PasskeyQuestion, passkeyForm, passkeyMessage } from './passkey-form.ts'
import { PATHS } from './paths.ts'
import { type ProveStep, proveFaults, proveSection } from './prove.ts'
import { type RefusedName, renamingFaults, renamingForm } from './renaming.ts'
import { type Trouble, troubleFaults } from './trouble.ts'
import type { Words } from './words/en.ts'

/** A passkey of the citizen. Instants are in seconds since 1970. */
export interface PasskeyItem {
  readonly id: string
  readonly name: string
  readonly backedUp: boolean
  readonly createdAt: number
  readonly lastUsedAt: number | null
}

/** Why a passkey was not added. */
export type PasskeyProblem = keyof Words['passkeys']['problems'] | { readonly retryAfterSeconds: number }

/** The form that adds a passkey. */
export interface NewPasskeyView {
  readonly csrfToken: string
  readonly question: PasskeyQuestion
  readonly name: string
  readonly problem?: PasskeyProblem | undefined
}

/** The passkeys, and what the citizen may do now. */
export interface PasskeysView {
  readonly csrfToken: string
  readonly email: string
  readonly passkeys: readonly PasskeyItem[]
  readonly step:
    | { readonly kind: 'change'; readonly add: NewPasskeyView | 'full' | 'impossible' }
    | ({ readonly kind: 'prove' } & ProveStep)
  readonly notice?: 'added' | 'removed' | 'renamed' | undefined
  /** A name that was refused. */
  readonly renaming?: RefusedName | undefined
  /** Why nothing was renamed. */
  readonly trouble?: Trouble | undefined
}

/** The page that offers a passkey after a sign-in. */
export interface OfferPasskeyView extends NewPasskeyView {
  /** The handle of the waiting authorization request. */
  readonly resume?: string | undefined
  /** Where the citizen was going. */
  readonly onHref: string
}

function newPasskeyForm(frame: PageFrame, view: NewPasskeyView, extra?: Html): Html {
  const { passkeys: text } = frame.words
  const name = field({
    name: 'name',
    type: 'text',
    label: text.name,
    autocomplete: 'off',
    hint: text.nameHint,
    value: view.name,
    problem: view.problem === 'bad-name' ? text.problems['bad-name'] : undefined,
  })
  const contents = html`${extra}<div data-passkey-with hidden>${name}</div>
${passkeyMessage('stopped', text.stopped)}${passkeyMessage('known', text.known)}
<p data-passkey-without>${text.withoutScript}</p>
<div data-passkey-with hidden>${submitButton(text.addButton)}</div>`
  const { csrfToken, question } = view
  return passkeyForm({ kind: 'create', action: PATHS.addPasskey, csrfToken, question, contents })
}

function addFaults(words: Words, { problem }: NewPasskeyView): readonly Fault[] {
  if (problem === undefined || typeof problem === 'object') return troubleFaults(words, problem)
  const message = words.passkeys.problems[problem]
  return [{ message, ...(problem === 'bad-name' && { fieldName: 'name' }) }]
}

function passkeyCard(frame: PageFrame, { csrfToken, step, renaming }: PasskeysView, item: PasskeyItem): Html {
  const text = frame.words.passkeys
  const headingId = `passkey-${item.id}`
  const message = text.problems['bad-name']
  const naming = {
    action: PATHS.renamePasskey,
    csrfToken,
    idField: 'passkey' as const,
    refused: renaming,
    message,
  }
  const remove = html`${hiddenInput('passkey', item.id)}
${submitButton(text.remove(isolated(item.name)), 'secondary')}
<p class="hint">${text.removeHint}</p>`
  return html`<article class="card" aria-labelledby="${headingId}">
<h2 id="${headingId}">${isolated(item.name)}${item.backedUp && html` <span class="tag">${text.synced}</span>`}</h2>
<dl>
<div><dt>${text.added}</dt><dd>${moment(frame, item.createdAt)}</dd></div>
<div><dt>${text.lastUsed}</dt><dd>${item.lastUsedAt === null ? text.never : moment(frame, item.lastUsedAt)}</dd></div>
</dl>
${step.kind === 'change' && postForm({ action: PATHS.removePasskey, csrfToken, contents: remove })}
${step.kind === 'change' && renamingForm(frame, { ...naming, item })}
</article>`
}

function addSection(frame: PageFrame, add: NewPasskeyView | 'full' | 'impossible'): Html {
  const text = frame.words.passkeys
  const body =
    add === 'full' || add === 'impossible'
      ? html`<p>${add === 'full' ? text.full : text.withoutScript}</p>`
      : html`<p>${text.addLead}</p>
${newPasskeyForm(frame, add)}`
  return html`<section class="apart" aria-labelledby="add">
<h2 id="add">${text.addTitle}</h2>
${body}
</section>`
}

function pageFaults(words: Words, { step, renaming, trouble }: PasskeysView): readonly Fault[] {
  const general = troubleFaults(words, trouble)
  if (step.kind === 'prove') return [...general, ...proveFaults(words, step.problem)]
  const naming = [...general, ...renamingFaults(renaming, words.passkeys.problems['bad-name'])]
  return typeof step.add === 'object' ? [...naming, ...addFaults(words, step.add)] : naming
}

/** The page that lists the passkeys, adds and removes them. */
export function passkeysPage(frame: PageFrame, view: PasskeysView): PageDocument {
  const { words } = frame
  const text = words.passkeys
  const { passkeys, step } = view
  const faults = pageFaults(words, view)
  const said =
    view.notice && { added: text.saved, removed: text.removed, renamed: words.renaming.passkey }[view.notice]
  const main = html`${problemSummary(words, faults)}${notice(said)}
<h1>${text.title}</h1>
<p class="lead">${text.lead}</p>
${passkeys.length === 0 && html`<p>${text.none}</p>`}${passkeys.map((item) => passkeyCard(frame, view, item))}
${step.kind === 'prove' ? proveSection(frame, { ...view, lead: text.proveLead }, step) : addSection(frame, step.add)}`
  return accountLayout(frame, PATHS.passkeys, { title: text.title, main, hasProblem: faults.length > 0 })
}

/** Offers a passkey once, between a sign-in and the page that the citizen was going to. */
export function offerPasskeyPage(frame: PageFrame, view: OfferPasskeyView): PageDocument {
  const { words } = frame
  const text = words.offerPasskey
  const faults = addFaults(words, view)
  const main = html`${problemSummary(words, faults)}
<h1>${text.title}</h1>
<p class="lead">${text.lead}</p>
<p>${text.safe}</p>
${newPasskeyForm(frame, view, html`${hiddenInput('from', 'offer')}${hiddenInput('resume', view.resume)}`)}
<p class="actions">${linkButton(text.notNow, view.onHref, 'secondary')}</p>
<p class="hint">${text.later}</p>`
  return layout(frame, { title: text.title, main, hasProblem: faults.length > 0 })
}

/** Says that the offered passkey is added, before the citizen goes on to the program that waits. */
export function passkeyAddedPage(
  frame: PageFrame,
  { onHref }: Pick<OfferPasskeyView, 'onHref'>,
): PageDocument {
  const text = frame.words.offerPasskey
  const main = html`${notice(text.added)}
<h1>${text.addedTitle}</h1>
<p class="actions">${linkButton(text.onward, onHref)}</p>`
  return layout(frame, { title: text.addedTitle, main })
}
