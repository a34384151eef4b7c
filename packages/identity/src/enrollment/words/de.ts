import { html } from '../../platform/html.ts'
import type { EnrollmentWords } from './en.ts'

/** Registration, in German. */
export const de: EnrollmentWords = {
  events: {
    accountCreated: () => html`Das Konto wurde angelegt`,
    forExistingAccount: () =>
      html`Jemand wollte mit der Adresse dieses Kontos ein neues anlegen. Nichts wurde geändert`,
  },
}
