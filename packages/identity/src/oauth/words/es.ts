import { type Html, html } from '../../platform/html.ts'
import type { OAuthWords } from './en.ts'

/** The endpoints of programs, in Spanish. */
export const es: OAuthWords = {
  limits: {
    tokens: 'Peticiones de tokens de los servicios',
    introspections: 'Introspecciones de los servicios',
    cancellations: 'Servicios a los que alguien no continuó',
  },
  events: {
    programConnected: (program: Html) => html`Se permitió que ${program} conozca la cuenta`,
    cancelled: (program: Html) => html`No continuó hacia ${program}`,
    accessEnded: (program: Html) =>
      html`Se cerró la sesión en ${program}, porque quizá alguien copió su acceso a la cuenta`,
    programSignedOut: (program: Html) => html`Sesión cerrada en ${program}`,
    codeBurned: (program: Html) =>
      html`${program} no pudo dar entrada: envió un código con una prueba incorrecta`,
  },
}
