import { html } from '../../platform/html.ts'
import type { GuessWords } from './en.ts'

/** Counted guesses, in German. */
export const de: GuessWords = {
  events: {
    failuresForgiven: () =>
      html`Die Betreiber dieses Dienstes haben die Zahl der falschen Passwörter zurückgesetzt`,
  },
}
