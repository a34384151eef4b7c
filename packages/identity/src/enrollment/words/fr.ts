import { html } from '../../platform/html.ts'
import type { EnrollmentWords } from './en.ts'

/** Registration, in French. */
export const fr: EnrollmentWords = {
  events: {
    accountCreated: () => html`Le compte a été créé`,
    forExistingAccount: () =>
      html`Quelqu’un a demandé un nouveau compte avec l’adresse de celui-ci. Rien n’a été modifié`,
  },
}
