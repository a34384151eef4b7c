import { type Html, html } from '../../../platform/html.ts'
import type { englishClosing } from '../en/closing.ts'

/** Closing the account, in German. */
export const germanClosing: typeof englishClosing = {
  closeAccount: {
    link: 'Konto schließen',
    title: 'Konto schließen',
    lead: (days: number) =>
      days === 1
        ? 'Sie werden sofort überall abgemeldet. Nach 1\u00a0Tag wird das Konto für immer geschlossen.'
        : `Sie werden sofort überall abgemeldet. Nach ${days}\u00a0Tagen wird das Konto für immer geschlossen.`,
    effects: [
      'Um das Konto zu behalten, melden Sie sich vorher wieder an.',
      'An diesem Tag werden Ihr Name, Ihre E-Mail-Adresse und Ihre Telefonnummer hier gelöscht. Niemand kann sie zurückholen.',
      'Mit diesem Konto können Sie sich bei keinem Dienst mehr anmelden.',
      'Dienste behalten, was sie über Sie wissen. Bitten Sie jeden, es zu löschen.',
    ],
    copy: 'Möchten Sie vorher eine Kopie?',
    kept: 'Sie wollten Ihr Konto schließen und haben sich wieder angemeldet. Darum bleibt es offen.',
    proveLead:
      'Um Ihr Konto zu schließen, geben Sie Ihr Passwort ein oder verwenden Sie einen Passkey. Das gilt 5\u00a0Minuten.',
    button: 'Mein Konto schließen',
    back: 'Mein Konto behalten',
  },
  closingAsked: {
    title: 'Ihr Konto wird geschlossen',
    when: (at: Html) => html`Sie sind überall abgemeldet. Das Konto wird am ${at} geschlossen.`,
    wayBack:
      'Wenn Sie es sich anders überlegen, melden Sie sich vorher an: Dann bleibt es offen. Wir haben Ihnen dazu eine E-Mail gesendet.',
    button: 'Anmelden und das Konto behalten',
  },
}
