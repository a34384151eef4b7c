import { type Html, html } from '../../platform/html.ts'
import type { OAuthWords } from './en.ts'

/** The endpoints of programs, in German. */
export const de: OAuthWords = {
  limits: {
    tokens: 'Anfragen von Diensten nach Tokens',
    introspections: 'Introspection durch Dienste',
    cancellations: 'Dienste, zu denen jemand nicht weiterging',
  },
  events: {
    programConnected: (program: Html) => html`${program} darf das Konto kennen`,
    cancelled: (program: Html) => html`Nicht weiter zu ${program}`,
    accessEnded: (program: Html) =>
      html`Abgemeldet bei ${program}, weil vielleicht jemand dessen Zugang zum Konto kopiert hat`,
    programSignedOut: (program: Html) => html`Abgemeldet bei ${program}`,
    codeBurned: (program: Html) =>
      html`${program} konnte niemanden einlassen: Der Dienst hat einen Code mit einem falschen Nachweis gesendet`,
  },
}
