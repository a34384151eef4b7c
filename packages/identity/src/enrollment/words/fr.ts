import { html } from '../../platform/html.ts'
import type { EnrollmentWords } from './en.ts'

/** Registration, in French. */
export const fr: EnrollmentWords = {
  events: {
    accountCreated: () => html`Vous avez créé ce compte`,
    forExistingAccount: () =>
      html`Quelqu’un a demandé un nouveau compte avec votre adresse. Rien n’a été modifié`,
  },
}
