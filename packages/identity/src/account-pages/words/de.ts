import { type Html, html } from '../../platform/html.ts'
import type { AccountWords } from './en.ts'

/** The pages of the account, in German. */
export const de: AccountWords = {
  limits: {
    passwordChanges: 'Änderungen des Passworts',
    profileChanges: 'Änderungen von Name, Telefonnummer oder Sprache',
  },
  events: {
    passwordChanged: () => html`Das Passwort wurde geändert`,
    profileChanged: () => html`Der Name oder die Telefonnummer wurde geändert`,
    emailVerified: () => html`Die E-Mail-Adresse wurde bestätigt`,
    programDisconnected: (program: Html) => html`Getrennt von ${program}`,
  },
}
