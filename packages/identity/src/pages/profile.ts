import { type Html, html, type PageDocument } from '../platform/html.ts'
import { inLanguage, type Translations } from '../platform/languages.ts'
import { accountLayout } from './account-layout.ts'
import {} from './assets.ts'
import type { PageFrame } from './layout.ts'
import { isolated, languageSelect, notice, postForm, problemSummary, submitButton } from './parts.ts'
import { PATHS } from './paths.ts'
import { citizenFaults, citizenField, type ProblemCode } from './register.ts'
import { type Trouble, troubleFaults } from './trouble.ts'

/** A link to something else that a citizen does with the account. */
export interface ProfileLink {
  readonly path: string
  readonly label: Translations<string>
}

/** The citizen's own data. `values` are the typed values of a refused form. */
export interface ProfileView {
  readonly csrfToken: string
  readonly email: string
  readonly values: { readonly full_name: string; readonly phone_number: string }
  /** The language that is chosen in the form, where it is not that of the page. */
  readonly language?: string | undefined
  readonly problems?: Readonly<Partial<Record<'full_name' | 'phone_number', ProblemCode>>>
  readonly trouble?: Trouble | undefined
  readonly notice?: 'saved' | undefined
  /** What waits, each with the form that stops it. */
  readonly waits: readonly Html[]
  /** What else a citizen does with the account. */
  readonly links: readonly ProfileLink[]
  /** What the citizen does with the address. */
  readonly besideAddress: readonly ProfileLink[]
}

const anchor = ({ language }: PageFrame, { path, label }: ProfileLink): Html =>
  html`<a href="${path}">${inLanguage(label, language)}</a>`

/** The page that shows and changes name and phone number. */
export function profilePage(frame: PageFrame, view: ProfileView): PageDocument {
  const { words } = frame
  const text = words.profile
  const general = troubleFaults(words, view.trouble)
  const faults = [...general, ...citizenFaults(frame, view.problems)]
  const contents = html`${citizenField(frame, 'full_name', view)}
${citizenField(frame, 'phone_number', view)}
<div class="field">
<label for="language">${words.language.field}</label>
<p class="hint" id="language-hint">${words.language.hint}</p>
${languageSelect('language', view.language ?? frame.language)}
</div>
${submitButton(text.button)}`
  const main = html`${problemSummary(words, faults)}
${notice(view.notice && text.saved)}
<h1>${text.title}</h1>
<p class="lead">${text.lead}</p>
<p class="who"><span>${words.labels.email}</span> <strong>${isolated(view.email)}</strong> <span>${text.emailFixed}</span>${view.besideAddress.map((link) => html` ${anchor(frame, link)}`)}</p>
${view.waits}
${postForm({ action: PATHS.profile, csrfToken: view.csrfToken, contents })}
${view.links.map((link) => html`<p class="aside">${anchor(frame, link)}</p>`)}`
  return accountLayout(frame, PATHS.profile, { title: text.title, main, faults })
}
