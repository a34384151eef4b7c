import { html, type PageDocument } from '../platform/html.ts'
import { icons } from './icons.ts'
import { layout, type PageFrame } from './layout.ts'
import { linkButton, postForm, submitButton } from './parts.ts'
import { PATHS } from './paths.ts'

/** The form that ends the session of this browser. */
export interface LogoutView {
  readonly csrfToken: string
}

/** Asks before signing out, because a link alone signs nobody out. */
export function logoutPage(frame: PageFrame, { csrfToken }: LogoutView): PageDocument {
  const text = frame.words.logout
  const main = html`<div class="seal">${icons.leave}</div>
<h1>${text.title}</h1>
<p class="lead">${text.lead}</p>
<div class="decisions">
${postForm({ action: PATHS.logout, csrfToken, contents: submitButton(text.button) })}
${linkButton(text.back, PATHS.account, 'secondary')}
</div>`
  return layout(frame, { title: text.title, main })
}

/** Says that this browser is signed out. */
export function signedOutPage(frame: PageFrame): PageDocument {
  const text = frame.words.signedOut
  const main = html`<div class="seal">${icons.done}</div>
<h1>${text.title}</h1>
<p class="lead">${text.what}</p>
<p class="actions">${linkButton(text.button, PATHS.login)}</p>`
  return layout(frame, { title: text.title, main })
}
