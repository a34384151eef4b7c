import { html } from '../../platform/html.ts'
import type { EnrollmentWords } from './en.ts'

/** Registration, in Spanish. */
export const es: EnrollmentWords = {
  events: {
    accountCreated: () => html`Usted creó esta cuenta`,
    forExistingAccount: () => html`Alguien pidió una cuenta nueva con su dirección. No se cambió nada`,
  },
}
