import { html } from '../../platform/html.ts'
import type { GuessWords } from './en.ts'

/** Counted guesses, in Spanish. */
export const es: GuessWords = {
  events: {
    failuresForgiven: () =>
      html`Los responsables de este servicio pusieron a cero la cuenta de contraseñas incorrectas`,
  },
}
