import type { PageWords } from './page-words.ts'

/** German. */
export const de: PageWords = {
  title: 'Anmelden',
  sentences: {
    cancelled: 'Sie haben die Anmeldung nicht abgeschlossen.',
    existing_account:
      'Sie haben hier schon ein Konto. Melden Sie sich an wie bisher, und verbinden Sie es mit Ihrem zentralen Konto.',
    unavailable: 'Die Anmeldung ist im Moment nicht möglich. Es wurde nichts geändert.',
    other_account:
      'Sie haben sich mit einem anderen Konto angemeldet als vorher. Gehen Sie zurück, und melden Sie sich mit dem ersten an.',
    insufficient_user_authentication:
      'Diese Seite braucht eine Anmeldung, die neuer ist oder stärker als ein Passwort, zum Beispiel mit einem Passkey. Sie sind angemeldet wie vorher.',
    other_browser:
      'Diese Anmeldung wurde in einem anderen Browser begonnen, oder es wurden zu viele gleichzeitig begonnen, oder dieser Browser behält keine Cookies. Es wurde niemand angemeldet.',
    old_sign_in_missing: 'Melden Sie sich hier zuerst an wie bisher. Verbinden Sie dann Ihr Konto.',
    fresh_sign_in_required:
      'Geben Sie hier zuerst noch einmal Ihr Passwort ein. Verbinden Sie dann Ihr Konto.',
    bad_path: 'Diese Adresse führt zu keiner Seite dieser Website. Gehen Sie zurück, und beginnen Sie neu.',
    bad_demand:
      'Diese Adresse verlangt eine Anmeldung, die es nicht gibt. Gehen Sie zurück, und beginnen Sie neu.',
    no_page: 'Öffnen Sie diese Adresse als Seite.',
    several_cookies:
      'Ihr Browser sendet ein Cookie dieser Website zweimal. Löschen Sie die Cookies dieser Website.',
    too_many: 'Zu viele Versuche. Warten Sie bitte eine Minute, und versuchen Sie es noch einmal.',
    try_later:
      'Die Anmeldung ist im Moment nicht möglich. Es wurde nichts geändert: Versuchen Sie es in einer Minute noch einmal.',
    unknown_sign_in:
      'Dieser Anmeldelink ist hier nicht bekannt. Gehen Sie zurück zur App, und beginnen Sie neu.',
    on_the_way: 'Sie sind auf dem Weg zur Anmeldung.',
  },
  links: {
    again: 'Noch einmal anmelden',
    back: 'Zurück',
    home: 'Zur Startseite',
    reload: 'Seite neu laden',
    restart: 'Neu beginnen',
    onward: 'Weiter',
  },
}
