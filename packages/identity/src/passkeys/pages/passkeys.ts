import { type CardsView, type FactorItem, factorCard, renamingFaults } from '../../factors/index.ts'
import {
  accountLayout,
  type Fault,
  field,
  hiddenInput,
  layout,
  linkButton,
  notice,
  type PageFrame,
  type ProveStep,
  problemSummary,
  proveFaults,
  proveSection,
  submitButton,
  type Trouble,
  troubleFaults,
} from '../../pages/index.ts'
import { type Html, html, type PageDocument } from '../../platform/html.ts'
import { inLanguage } from '../../platform/languages.ts'
import type { Wait } from '../../platform/room/limit.ts'
import { PASSKEY_FORMS, PASSKEY_PATHS } from '../paths.ts'
import { PASSKEY_WORDS } from '../words/index.ts'
import { type PasskeyQuestion, passkeyForm, passkeyMessage } from './passkey-form.ts'

/** A passkey of the citizen. */
interface PasskeyItem extends FactorItem {
  readonly backedUp: boolean
}

/** Why a passkey was not added. */
type PasskeyProblem = keyof typeof PASSKEY_WORDS.en.page.problems | Wait

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
  readonly renaming?: CardsView['renaming']
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

const pageWords = ({ language }: PageFrame) => inLanguage(PASSKEY_WORDS, language).page

function newPasskeyForm(frame: PageFrame, view: NewPasskeyView, extra?: Html): Html {
  const text = pageWords(frame)
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
  return passkeyForm({ kind: 'create', action: PASSKEY_PATHS.add, csrfToken, question, contents })
}

function addFaults(frame: PageFrame, { problem }: NewPasskeyView): readonly Fault[] {
  if (problem === undefined || typeof problem === 'object') return troubleFaults(frame.words, problem)
  const message = pageWords(frame).problems[problem]
  return [{ message, ...(problem === 'bad-name' && { fieldName: 'name' }) }]
}

function addSection(frame: PageFrame, add: NewPasskeyView | 'full' | 'impossible'): Html {
  const text = pageWords(frame)
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

function pageFaults(frame: PageFrame, { step, renaming, trouble }: PasskeysView): readonly Fault[] {
  const { words } = frame
  const general = troubleFaults(words, trouble)
  if (step.kind === 'prove') return [...general, ...proveFaults(words, step.problem)]
  const naming = [...general, ...renamingFaults(renaming, pageWords(frame).problems['bad-name'])]
  return typeof step.add === 'object' ? [...naming, ...addFaults(frame, step.add)] : naming
}

/** The page that lists the passkeys, adds and removes them. */
export function passkeysPage(frame: PageFrame, view: PasskeysView): PageDocument {
  const { words } = frame
  const text = pageWords(frame)
  const { csrfToken, passkeys, step, renaming } = view
  const faults = pageFaults(frame, view)
  const said = view.notice && { added: text.saved, removed: text.removed, renamed: text.renamed }[view.notice]
  const cards = { csrfToken, mayChange: step.kind === 'change', renaming, badName: text.problems['bad-name'] }
  const cardOf = ({ backedUp, ...item }: PasskeyItem) => {
    const tag = backedUp ? text.synced : undefined
    return factorCard(frame, PASSKEY_FORMS, cards, { ...item, tag, removeHint: text.removeHint })
  }
  const main = html`${problemSummary(words, faults)}${notice(said)}
<h1>${text.title}</h1>
<p class="lead">${text.lead}</p>
${passkeys.length === 0 && html`<p>${text.none}</p>`}${passkeys.map(cardOf)}
${step.kind === 'prove' ? proveSection(frame, { ...view, lead: text.proveLead }, step) : addSection(frame, step.add)}`
  return accountLayout(frame, PASSKEY_PATHS.page, { title: text.title, main, faults })
}

/** Offers a passkey once, between a sign-in and the page that the citizen was going to. */
export function offerPasskeyPage(frame: PageFrame, view: OfferPasskeyView): PageDocument {
  const text = inLanguage(PASSKEY_WORDS, frame.language).offer
  const faults = addFaults(frame, view)
  const main = html`${problemSummary(frame.words, faults)}
<h1>${text.title}</h1>
<p class="lead">${text.lead}</p>
<p>${text.safe}</p>
${newPasskeyForm(frame, view, html`${hiddenInput('from', 'offer')}${hiddenInput('resume', view.resume)}`)}
<p class="actions">${linkButton(text.notNow, view.onHref, 'secondary')}</p>
<p class="hint">${text.later}</p>`
  return layout(frame, { title: text.title, main, faults })
}

/** Says that the offered passkey is added, before the citizen goes on to the program that waits. */
export function passkeyAddedPage(
  frame: PageFrame,
  { onHref }: Pick<OfferPasskeyView, 'onHref'>,
): PageDocument {
  const text = inLanguage(PASSKEY_WORDS, frame.language).offer
  const main = html`${notice(text.added)}
<h1>${text.addedTitle}</h1>
<p class="actions">${linkButton(text.onward, onHref)}</p>`
  return layout(frame, { title: text.addedTitle, main })
}
