import { type Html, html } from '../platform/html.ts'
import { scriptElement } from './assets.ts'
import type { PageFrame } from './layout.ts'
import { postForm, submitButton } from './parts.ts'
import type { WayIn } from './way-in.ts'

/** The texts that people outside choose; a test may make them hostile. */
export interface ChosenTexts {
  readonly name: string
  readonly email: string
  readonly program: string
  readonly token: string
}

/** One page in one state. */
export interface SamplePage {
  readonly name: string
  /** The address of its only script, where that is not the one of most pages. */
  readonly script?: string
  readonly render: (frame: PageFrame) => Pick<Html, 'toString'>
}

/** An instant. */
export const SECOND = 1_767_225_600

/** A day. */
export const DAY_SECONDS = 86_400

/** A way to sign in beside the password. */
export const otherWayIn = (csrfToken: string): WayIn => ({
  form: html`${postForm({
    action: '/login/other/',
    csrfToken,
    contents: submitButton('Use a key', 'secondary'),
  })}
${scriptElement}`,
  autocomplete: 'webauthn',
  forMore: 'Use a key.',
})
