import { html } from '../../platform/html.ts'
import type { EnrollmentWords } from './en.ts'

/** Registration, in Spanish. */
export const es: EnrollmentWords = {
  events: {
    accountCreated: () => html`Se creó la cuenta`,
    forExistingAccount: () =>
      html`Alguien pidió una cuenta nueva con la dirección de esta. No se cambió nada`,
  },
}
