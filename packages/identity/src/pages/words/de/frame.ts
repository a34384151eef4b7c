import type { englishEveryPage } from '../en/frame.ts'

/** The words on every page, in German. */
export const germanEveryPage: typeof englishEveryPage = {
  direction: 'ltr',
  ownName: 'Deutsch',
  between: ' ',
  language: {
    label: 'Sprache',
    button: 'Sprache ändern',
    field: 'Sprache der Seiten und E-Mails',
    hint: 'Für alle Seiten, wenn Sie angemeldet sind, und für alle E-Mails, die wir Ihnen senden.',
  },
  skip: 'Zum Inhalt springen',
  yourAccount: 'Ihr Konto',
  errorInTitle: 'Fehler: ',
  footer: 'Wir fragen nie per E-Mail, Nachricht oder Telefon nach Ihrem Passwort.',
  foot: {
    label: 'Über diesen Dienst',
    help: 'Hilfe',
    privacy: 'Datenschutz',
    accessibility: 'Erklärung zur Barrierefreiheit',
  },
  typedAgain:
    'Ihre Eingaben stehen wieder hier. Sie sind noch nicht gespeichert: Prüfen Sie sie, und senden Sie sie dann.',
  problemHeading: 'Es gibt ein Problem',
  reference: 'Vorgangsnummer',
  referenceHint: 'Bitte halten Sie diese Nummer bereit, wenn Sie um Hilfe bitten.',
  optional: '(freiwillig)',
  account: 'Konto',
  toSignIn: 'Zur Anmeldung',
  toAccount: 'Zu Ihrem Konto',
  openAgain: 'Seite neu öffnen',
  seconds: (count: number) => (count === 1 ? '1\u00a0Sekunde' : `${count} Sekunden`),
  minutes: (count: number) => (count === 1 ? '1\u00a0Minute' : `${count} Minuten`),
}
