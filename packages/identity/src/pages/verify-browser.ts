import { html, type PageDocument } from '../platform/html.ts'
import { layout, type PageFrame } from './layout.ts'
import { field, hiddenInput, postForm, problemSummary, submitButton } from './parts.ts'

/** The page behind the mailed link that makes a browser known to an account. */
export interface VerifyBrowserView {
  readonly action: string
  readonly csrfToken: string
  /** The secret of the mailed link, which the form returns. */
  readonly link: string
  readonly problem?: 'wrong' | undefined
}

/** Asks for the address of the account, which the page does not show: a scanner that sends the form does not know it. */
export function verifyBrowserPage(
  frame: PageFrame,
  { action, csrfToken, link, problem }: VerifyBrowserView,
): PageDocument {
  const { words } = frame
  const text = words.verifyBrowser
  const message = problem && text[problem]
  const faults = message === undefined ? [] : [{ message, fieldName: 'email' }]
  const email = field({
    name: 'email',
    type: 'email',
    label: words.labels.email,
    autocomplete: 'username',
    problem: message,
  })
  const contents = html`${hiddenInput('link', link)}${email}${submitButton(text.button)}`
  const main = html`${problemSummary(words, faults)}
<h1>${text.title}</h1>
<p class="lead">${text.lead}</p>
${postForm({ action, csrfToken, contents })}
<p class="aside">${text.stop}</p>`
  return layout(frame, { title: text.title, main, faults })
}
