import { type Html, html, submitButton } from '@portico/identity/parts'

/** The paths of the control page and of the API. */
export const CONTROL = {
  page: '/dev/',
  state: '/dev/state',
  requests: '/dev/requests',
  faults: '/dev/faults',
  citizens: '/dev/citizens',
  time: '/dev/time',
  signIn: '/dev/sign-in',
  signInHere: '/dev/sign-in-here',
  script: '/dev/page.js',
} as const

/** A button that sends one value. What a screen reader says instead of the label is `spoken`. */
export function choice(name: string, value: string, label: string, spoken?: string): Html {
  return submitButton(
    label,
    'secondary',
    html` name="${name}" value="${value}"${spoken !== undefined && html` aria-label="${spoken}"`}`,
  )
}

/** A button that copies the text of an element. The script of the page shows it. */
export function copyButton(selector: string, label: string): Html {
  return html`<button type="button" class="button quiet" data-copy="${selector}" data-done="Copied" hidden>${label}</button>`
}
