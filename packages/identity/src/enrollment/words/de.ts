import { html } from '../../platform/html.ts'
import type { EnrollmentWords } from './en.ts'

/** Registration, in German. */
export const de: EnrollmentWords = {
  events: {
    accountCreated: () => html`Sie haben dieses Konto angelegt`,
    forExistingAccount: () =>
      html`Jemand wollte mit Ihrer Adresse ein neues Konto anlegen. Nichts wurde geändert`,
  },
}
