import { html } from '../../platform/html.ts'
import type { GuessWords } from './en.ts'

/** Counted guesses, in French. */
export const fr: GuessWords = {
  events: {
    failuresForgiven: () =>
      html`Les responsables de ce service ont remis à zéro le nombre de mots de passe incorrects`,
  },
}
