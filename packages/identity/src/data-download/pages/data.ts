import {
  accountLayout,
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
import { html, type PageDocument } from '../../platform/html.ts'
import { inLanguage } from '../../platform/languages.ts'
import { DOWNLOAD, OWN_DATA } from '../paths.ts'
import { DATA_WORDS } from '../words/index.ts'

/** The page of the own data: the form, or first the proof. */
export interface DataView {
  readonly csrfToken: string
  readonly email: string
  readonly step: ProveStep | 'download'
  readonly trouble?: Trouble | undefined
}

/** The page where a citizen gets a copy of what the service has about them. */
export function dataPage(frame: PageFrame, { csrfToken, email, step, trouble }: DataView): PageDocument {
  const { words } = frame
  const { page: text } = inLanguage(DATA_WORDS, frame.language)
  const general = troubleFaults(words, trouble)
  const faults = step === 'download' ? general : [...general, ...proveFaults(words, step.problem)]
  const contents = submitButton(text.button)
  const main = html`${problemSummary(words, faults)}
<h1>${text.title}</h1>
<p class="lead">${text.lead}</p>
<ul>${text.parts.map((part) => html`<li>${part}</li>`)}</ul>
<p>${text.without}</p>
${
  step === 'download'
    ? postForm({ action: DOWNLOAD, csrfToken, contents })
    : proveSection(frame, { csrfToken, email, lead: text.proveLead }, step)
}`
  return accountLayout(frame, OWN_DATA, { title: text.title, main, faults })
}
