import type { englishForms } from '../en/forms.ts'

/** Labels, hints and problems of forms, in German. */
export const germanForms: typeof englishForms = {
  labels: {
    full_name: 'Vor- und Nachname',
    email: 'E-Mail-Adresse',
    phone_number: 'Telefonnummer',
    password: 'Passwort',
    new_password: 'Neues Passwort',
    current_password: 'Aktuelles Passwort',
  },
  /** The button beside a new password. */
  showPassword: 'Passwort anzeigen',
  hidePassword: 'Passwort verbergen',
  charactersSoFar: 'Zeichen bisher:',
  hints: {
    email: 'Wir senden einen Link an diese Adresse.',
    phone_number:
      'Dienste rufen Sie vielleicht unter dieser Nummer an. Wir tun es nicht. Höchstens 20 Zeichen, am besten mit Landesvorwahl, wie +49 30 23125 000.',
    password: (minimum: number) =>
      `Verwenden Sie mindestens ${minimum} Zeichen. Vier oder fünf Wörter, die nichts miteinander zu tun haben, ergeben ein starkes Passwort. Leerzeichen sind erlaubt.`,
  },
  fieldProblems: {
    full_name: {
      required: 'Geben Sie Ihren Namen ein',
      blank: 'Geben Sie Ihren Namen ein',
      invalid: 'Geben Sie Ihren Namen ohne Steuerzeichen und Zeilenumbrüche ein',
      max_length: 'Kürzen Sie Ihren Namen auf höchstens 150 Zeichen',
    },
    email: {
      required: 'Geben Sie Ihre E-Mail-Adresse ein',
      blank: 'Geben Sie Ihre E-Mail-Adresse ein',
      invalid: 'Geben Sie eine E-Mail-Adresse in der Form name@example.com ein',
      max_length: 'Geben Sie eine E-Mail-Adresse mit höchstens 320 Zeichen ein',
    },
    phone_number: {
      required: 'Geben Sie eine Telefonnummer ein, oder lassen Sie das Feld leer',
      blank: 'Geben Sie eine Telefonnummer ein, oder lassen Sie das Feld leer',
      invalid: 'Geben Sie die Telefonnummer ohne Steuerzeichen und Zeilenumbrüche ein',
      max_length: 'Kürzen Sie die Telefonnummer auf höchstens 20 Zeichen',
    },
    password: {
      blank: 'Geben Sie ein Passwort ein',
      too_short: (minimum: number) => `Verwenden Sie mindestens ${minimum} Zeichen für Ihr Passwort`,
      too_long: 'Verwenden Sie höchstens 256 Zeichen für Ihr Passwort',
      space_first:
        'Ihr Passwort beginnt mit einem Leerzeichen oder einem unsichtbaren Zeichen. Lassen Sie es weg: Beim Tippen wird es leicht vergessen.',
      space_last:
        'Ihr Passwort endet mit einem Leerzeichen oder einem unsichtbaren Zeichen. Lassen Sie es weg: Beim Tippen wird es leicht vergessen.',
      space_around:
        'Ihr Passwort beginnt und endet mit einem Leerzeichen oder einem unsichtbaren Zeichen. Lassen Sie beide weg: Beim Tippen werden sie leicht vergessen.',
    },
    current_password: {
      required: 'Geben Sie Ihr aktuelles Passwort ein',
      wrong: 'Geben Sie Ihr aktuelles Passwort noch einmal ein: Dieses stimmt nicht',
    },
  },
  guessablePassword: {
    common: 'Dieses Passwort steht auf einer Liste, die Angreifer zuerst ausprobieren.',
    decorated:
      'Dieses Passwort besteht aus bekannten Wörtern oder Passwörtern, zu denen wenig hinzugefügt ist.',
    personal: 'Dieses Passwort enthält Ihren Namen, Ihre E-Mail-Adresse oder Ihre Telefonnummer.',
    service: 'Dieses Passwort enthält den Namen dieses oder eines angeschlossenen Dienstes.',
    keyboard: 'Dieses Passwort ist eine Reihe von Tasten auf der Tastatur.',
    sequence: 'Dieses Passwort ist eine Reihe von Buchstaben oder Zahlen in ihrer Ordnung.',
    repeated: 'Dieses Passwort wiederholt immer denselben Teil.',
    dates: 'Dieses Passwort besteht aus Daten oder Jahreszahlen.',
  },
  betterPassword: 'Verwenden Sie vier oder mehr Wörter, die nichts miteinander zu tun haben.',
  troubles: {
    busy: 'Im Moment melden sich viele Menschen an. Nichts wurde geändert. Warten Sie eine Minute, und versuchen Sie es dann noch einmal.',
    unavailable:
      'Bei uns ist eine Störung aufgetreten. Nichts wurde geändert. Versuchen Sie es in einigen Minuten noch einmal.',
    'mail-unavailable':
      'Wir können im Moment keine E-Mails senden, darum wurde jetzt keine E-Mail gesendet. Versuchen Sie es in einigen Minuten noch einmal.',
    'unknown-browser':
      'Für dieses Konto wurden zu viele falsche Passwörter eingegeben. Melden Sie sich ab und wieder an. Dann sagen wir Ihnen, wie es in diesem Browser weitergeht.',
    'form-expired':
      'Diese Seite war zu lange offen, oder jemand hat sich inzwischen an- oder abgemeldet. Nichts wurde gesendet. Prüfen Sie Ihre Eingaben, und senden Sie sie noch einmal. Wenn Sie das wieder lesen, erlauben Sie Cookies für diese Seite.',
    'link-over':
      'Dieser Link ist abgelaufen oder schon verwendet worden. Nichts wurde geändert. Ihre Angaben stehen noch hier: Senden Sie sie noch einmal, dann senden wir Ihnen einen neuen Link.',
    wait: (duration: string) =>
      `Das waren zu viele Versuche. Warten Sie ${duration}, und versuchen Sie es dann noch einmal.`,
  },
}
