import { html } from '../../platform/html.ts'
import type { AttemptWords } from './en.ts'

/** Counted attempts, in German. */
export const de: AttemptWords = {
  events: {
    failuresForgiven: () =>
      html`Die Betreiber dieses Dienstes haben die Zahl der falschen Passwörter zurückgesetzt`,
  },
}
