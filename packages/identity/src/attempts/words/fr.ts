import { html } from '../../platform/html.ts'
import type { AttemptWords } from './en.ts'

/** Counted attempts, in French. */
export const fr: AttemptWords = {
  events: {
    failuresForgiven: () =>
      html`Les responsables de ce service ont remis à zéro le nombre de mots de passe incorrects`,
  },
}
