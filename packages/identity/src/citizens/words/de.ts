import { html } from '../../platform/html.ts'
import type { CitizenWords } from './en.ts'

/** Acts on an account, in German. */
export const de: CitizenWords = {
  events: {
    suspended: () => html`Die Betreiber dieses Dienstes haben das Konto gesperrt`,
    reinstated: () => html`Die Betreiber dieses Dienstes haben das Konto wieder geöffnet`,
    suspensionEnded: () => html`Die Sperre des Kontos ist zu Ende`,
    verificationRequired: () =>
      html`Die Betreiber dieses Dienstes baten Sie, Ihre Adresse noch einmal zu bestätigen`,
    signedOut: () => html`Die Betreiber dieses Dienstes haben Sie überall abgemeldet`,
    wasNotMe: () =>
      html`Sie haben uns gesagt, dass Sie etwas nicht waren. Alle wurden abgemeldet, und das Passwort gilt nicht mehr`,
  },
}
