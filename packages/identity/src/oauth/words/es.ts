import { type Html, html } from '../../platform/html.ts'
import type { OAuthWords } from './en.ts'

/** The endpoints of programs, in Spanish. */
export const es: OAuthWords = {
  events: {
    cancelled: (program: Html) => html`No continuó hacia ${program}`,
    accessEnded: (program: Html) =>
      html`Se cerró la sesión en ${program}, porque quizá alguien copió su acceso a la cuenta de usted`,
    programSignedOut: (program: Html) => html`Sesión cerrada en ${program}`,
  },
}
