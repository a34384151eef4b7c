import { type Html, html } from '../../platform/html.ts'
import type { AccessWords } from './en.ts'

/** Sessions and programs, in German. */
export const de: AccessWords = {
  events: {
    signedOut: () => html`Abgemeldet`,
    sessionEnded: () => html`Eine Sitzung wurde beendet`,
    otherSessionsEnded: () => html`Alle anderen Sitzungen wurden beendet`,
    sessionsEndedByPassword: () =>
      html`Alle anderen Sitzungen wurden beendet, weil das Passwort geändert wurde`,
    sessionDisplaced: () => html`Abgemeldet, weil sich jemand anders mit demselben Browser angemeldet hat`,
    programEntered: (program: Html) => html`Angemeldet bei ${program}`,
  },
}
