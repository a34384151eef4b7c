import { html } from '../../platform/html.ts'
import type { AttemptWords } from './en.ts'

/** Counted attempts, in Spanish. */
export const es: AttemptWords = {
  events: {
    failuresForgiven: () =>
      html`Los responsables de este servicio pusieron a cero la cuenta de contraseñas incorrectas`,
  },
}
