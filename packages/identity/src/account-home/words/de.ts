import type { HomeWords } from './en.ts'

/** The home of the account, in German. */
export const de: HomeWords = {
  title: 'Ihr Konto',
  ways: 'So melden Sie sich an',
  change: 'Ändern',
  password: { title: 'Passwort', state: 'In Gebrauch' },
  security: {
    title: 'Anmeldung und Sicherheit',
    lead: 'Alles, womit Sie in Ihr Konto kommen, und was es stärker macht.',
  },
  sessions: 'Wenn Sie dort einen Browser nicht kennen, melden Sie ihn ab.',
  toSessions: 'Ansehen, wo Sie angemeldet sind',
}
