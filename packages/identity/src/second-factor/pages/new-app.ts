import {
  accountLayout,
  type Fault,
  field,
  hiddenInput,
  linkButton,
  moment,
  PATHS,
  type PageFrame,
  postForm,
  problemSummary,
  submitButton,
  troubleFaults,
} from '../../pages/index.ts'
import { type Html, html, type PageDocument } from '../../platform/html.ts'
import { inLanguage } from '../../platform/languages.ts'
import { CODE_PATHS } from '../paths.ts'
import { CODE_WORDS } from '../words/index.ts'

const wordsOf = ({ language }: PageFrame) => inLanguage(CODE_WORDS, language).page

/** The form that adds an app which makes codes. */
export interface NewAppView {
  readonly csrfToken: string
  /** The secret, signed for this session. */
  readonly setup: string
  /** `otpauth://…`, which an app on this device opens. */
  readonly address: string
  /** The same as a QR code. */
  readonly picture: { readonly units: number; readonly path: string }
  /** The secret for those who type it. */
  readonly typedSecret: string
  readonly name: string
  readonly problem?: 'bad-name' | 'wrong-code' | { readonly retryAfterSeconds: number } | undefined
}

/** New recovery codes. No page shows them again. */
export interface RecoveryCodesView {
  readonly codes: readonly string[]
  /** Seconds since 1970. */
  readonly madeAt: number
}

const FIELDS = { 'bad-name': 'name', 'wrong-code': 'code' } as const

function newAppFaults(frame: PageFrame, { problem }: NewAppView): readonly Fault[] {
  if (problem === undefined || typeof problem === 'object') return troubleFaults(frame.words, problem)
  return [{ message: wordsOf(frame).problems[problem], fieldName: FIELDS[problem] }]
}

/** Dark on light in every colour scheme, because readers need it so. */
function qrPicture(label: string, { units, path }: NewAppView['picture']): Html {
  return html`<svg class="qr" viewBox="0 0 ${units} ${units}" width="240" height="240" role="img" aria-label="${label}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${units}v${units}H0z"/><path stroke="#000" transform="translate(0 .5)" d="${path}"/></svg>`
}

/** The page that adds an app: it shows the secret, and asks for a code that was made of it. */
export function newAppPage(frame: PageFrame, view: NewAppView): PageDocument {
  const { words } = frame
  const text = wordsOf(frame)
  const faults = newAppFaults(frame, view)
  const messageOf = (name: string) => faults.find(({ fieldName }) => fieldName === name)?.message
  const contents = html`${hiddenInput('setup', view.setup)}${field({
    name: 'code',
    type: 'text',
    label: text.code,
    autocomplete: 'one-time-code',
    inputMode: 'numeric',
    hint: text.codeHint,
    problem: messageOf('code'),
  })}${field({
    name: 'name',
    type: 'text',
    label: text.name,
    autocomplete: 'off',
    hint: text.nameHint,
    value: view.name,
    problem: messageOf('name'),
  })}
${submitButton(text.confirmButton)}`
  const { csrfToken } = view
  const main = html`${problemSummary(words, faults)}
<h1>${text.newTitle}</h1>
<p class="lead">${text.scan}</p>
<p>${qrPicture(text.qrLabel, view.picture)}</p>
<p><a href="${view.address}">${text.openApp}</a></p>
<p>${text.orType}</p>
<p><code translate="no">${view.typedSecret}</code></p>
${postForm({ action: CODE_PATHS.add, csrfToken, contents })}
<p class="actions">${linkButton(text.cancel, PATHS.codes, 'quiet')}</p>`
  return accountLayout(frame, PATHS.codes, { title: text.newTitle, main, hasProblem: faults.length > 0 })
}

/** Shows new recovery codes once. */
export function recoveryCodesPage(frame: PageFrame, { codes, madeAt }: RecoveryCodesView): PageDocument {
  const text = wordsOf(frame)
  const items = codes.map((code) => html`<li><code translate="no">${code}</code></li>`)
  const main = html`<h1>${text.keepTitle}</h1>
<p class="lead">${text.keepLead}</p>
<ol class="secrets">${items}</ol>
<p>${text.madeOn(moment(frame, madeAt))}</p>
<p>${text.keepHow}</p>
<p class="actions">${linkButton(text.keptButton, PATHS.codes)}</p>`
  return accountLayout(frame, PATHS.codes, { title: text.keepTitle, main })
}
