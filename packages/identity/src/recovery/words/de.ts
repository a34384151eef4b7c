import { html } from '../../platform/html.ts'
import type { RecoveryWords } from './en.ts'

/** The ways back in, in German. */
export const de: RecoveryWords = {
  events: {
    browserAdmitted: () => html`Ein Link aus einer E-Mail hat das Anmelden mit einem neuen Browser erlaubt`,
    passwordReset: () =>
      html`Mit einem Link aus einer E-Mail wurde ein neues Passwort gewählt. Alle wurden abgemeldet`,
  },
}
