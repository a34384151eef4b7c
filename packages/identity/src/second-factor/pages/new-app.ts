import {
  accountLayout,
  type Fault,
  field,
  hiddenInput,
  layout,
  linkButton,
  moment,
  PATHS,
  type PageFrame,
  postForm,
  problemSummary,
  scriptElement,
  submitButton,
  troubleFaults,
} from '../../pages/index.ts'
import { type Html, html, type PageDocument } from '../../platform/html.ts'
import { inLanguage } from '../../platform/languages.ts'
import type { Wait } from '../../platform/room/limit.ts'
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
  readonly problem?: 'bad-name' | 'wrong-code' | Wait | undefined
}

/** New recovery codes. No page shows them again. */
export interface RecoveryCodesView {
  readonly email: string
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
  return accountLayout(frame, PATHS.codes, { title: text.newTitle, main, faults })
}

/** Shows new recovery codes once. A link takes them as a text; the script prints and copies them. */
export function recoveryCodesPage(
  frame: PageFrame,
  { email, codes, madeAt }: RecoveryCodesView,
): PageDocument {
  const text = wordsOf(frame)
  const items = codes.map((code) => html`<li><code translate="no">${code}</code></li>`)
  const whole = [`${frame.serviceName}: ${text.recoveryTitle}`, email, ...codes, ''].join('\r\n')
  const address = `data:text/plain;charset=utf-8,${encodeURIComponent(`\ufeff${whole}`)}`
  const { download, print, copy, copied } = text.keep
  const main = html`<h1>${text.keepTitle}</h1>
<p class="lead">${text.keepLead}</p>
<ol class="secrets">${items}</ol>
<p>${text.madeOn(moment(frame, madeAt))}</p>
<p class="choices"><a class="button secondary" download="${FILE_NAME}" href="${address}">${download}</a>
<button type="button" class="button secondary" data-print hidden>${print}</button>
<button type="button" class="button secondary" data-copy=".secrets" data-done="${copied}" hidden>${copy}</button></p>
<p>${text.keepHow}</p>
<p class="actions">${linkButton(text.keptButton, PATHS.codes)}</p>
${scriptElement}`
  return accountLayout(frame, PATHS.codes, { title: text.keepTitle, main })
}

/** The same in each language, because some systems know no other letters in names of files. */
const FILE_NAME = 'recovery-codes.txt'

/** What a citizen reads who has just signed in with a recovery code. */
export interface SpentCodeView {
  readonly left: number
  /** Where the sign-in leads. */
  readonly onHref: string
}

/** Says how many recovery codes are left, and what to do without the app. */
export function spentCodePage(frame: PageFrame, { left, onHref }: SpentCodeView): PageDocument {
  const { spent: text } = inLanguage(CODE_WORDS, frame.language)
  const main = html`<h1>${text.title}</h1>
<dl><div><dt>${text.left}</dt><dd>${left}</dd></div></dl>
<p>${text.still}</p>
<p>${text.gone}</p>
<p class="actions">${linkButton(text.onward, onHref)} ${linkButton(text.toCodes, PATHS.codes, 'secondary')}</p>`
  return layout(frame, { title: text.title, main })
}
