import { type Html, html } from '../../platform/html.ts'
import type { OAuthWords } from './en.ts'

/** The endpoints of programs, in German. */
export const de: OAuthWords = {
  events: {
    cancelled: (program: Html) => html`Nicht weiter zu ${program}`,
    accessEnded: (program: Html) =>
      html`Abgemeldet bei ${program}, weil vielleicht jemand dessen Zugang zu Ihrem Konto kopiert hat`,
    programSignedOut: (program: Html) => html`Abgemeldet bei ${program}`,
  },
}
