import { type Html, html, type PageDocument } from '../platform/html.ts'
import { inLanguage, type Translations } from '../platform/languages.ts'
import type { FurtherHelp } from '../platform/room/room.ts'
import { scriptElement } from './assets.ts'
import { layout, type PageFrame } from './layout.ts'
import { continuesTo, field, hiddenInput, postForm, problemSummary, submitButton } from './parts.ts'
import { PATHS } from './paths.ts'
import { citizenFaults, type LinkRequestView } from './register.ts'
import { troubleFaults } from './trouble.ts'

/** The words around the form, and its path. */
interface AskingParts {
  readonly title: string
  readonly button: string
  readonly action: string
  readonly before: Html
  readonly after: Html
}

function askingPage(frame: PageFrame, view: LinkRequestView, parts: AskingParts): PageDocument {
  const { words } = frame
  const [fault] = citizenFaults(frame, view.problems)
  const problem = fault?.message
  const general = troubleFaults(words, view.trouble)
  const faults = [...general, ...(problem === undefined ? [] : [{ message: problem, fieldName: 'email' }])]
  const email = field({
    name: 'email',
    type: 'email',
    label: words.labels.email,
    autocomplete: 'username',
    value: view.values?.email,
    problem,
  })
  const contents = html`${email}${hiddenInput('resume', view.resume)}${submitButton(parts.button)}`
  const main = html`${problemSummary(words, faults)}
<h1>${parts.title}</h1>
${continuesTo(words, view.program?.name)}
${parts.before}
${postForm({ action: parts.action, csrfToken: view.csrfToken, contents })}
${parts.after}`
  return layout(frame, { title: parts.title, main, faults })
}

const details = ({ summary, steps }: FurtherHelp): Html =>
  html`<details><summary>${summary}</summary>
<ul>${steps.map((step) => html`<li>${step}</li>`)}</ul></details>
`

/** The page that requests a link for a new password, with help for whom its mail does not help. */
export function recoverPage(
  frame: PageFrame,
  view: LinkRequestView,
  help: readonly Translations<FurtherHelp>[] = [],
): PageDocument {
  const text = frame.words.recover
  return askingPage(frame, view, {
    ...text,
    action: PATHS.recover,
    before: html`<p class="lead">${text.lead}</p>`,
    after: html`${help.map((each) => details(inLanguage(each, frame.language)))}<p class="aside">${text.remembered} <a href="${view.loginHref ?? PATHS.login}">${text.signIn}</a></p>${scriptElement}`,
  })
}

/**
 * Says that this browser may not try passwords for this address until a mailed link has proven it, and offers the link.
 * It is the same whether or not an account exists.
 */
export function newBrowserPage(frame: PageFrame, view: LinkRequestView): PageDocument {
  const text = frame.words.newBrowser
  return askingPage(frame, view, {
    ...text,
    action: PATHS.newBrowser,
    before: html`<p class="lead">${text.lead}</p>
<p>${text.known}</p>`,
    after: html`<p class="aside">${text.forgotten} <a href="${view.recoverHref ?? PATHS.recover}">${text.recover}</a></p>
<p><a href="${view.loginHref ?? PATHS.login}">${text.signIn}</a></p>`,
  })
}
