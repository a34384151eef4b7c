import { html } from '../../platform/html.ts'
import type { PageWords, RefusalWords } from './en.ts'

const page: PageWords = {
  refused: (at) => html`Eine Seite hat am ${at} abgelehnt.`,
  named: (page, why) => html`Im Log steht es als ${page}, ${why}.`,
  until: (until) => html`Sie lehnt bis zum ${until} ab.`,
  over: (until) => html`Das war am ${until} vorbei.`,
  again: 'Das ist vorbei. Bitte versuchen Sie es noch einmal.',
  wait: (until) => html`Warten Sie bis zum ${until}.`,
  linksWork: 'Ein Link, den Sie schon haben, gilt weiter, bis seine Zeit vorbei ist.',
}

/** Why a page refused, in German. */
export const de: RefusalWords = {
  findings: {
    'page-refused-network': {
      ...page,
      what: 'Aus dem Netzwerk der Person kamen zu viele Anfragen. Alle mit demselben Anschluss zählen mit, etwa in einem Büro, einem Hotel oder bei einem Mobilfunkanbieter.',
      tell: 'Aus Ihrem Netzwerk kamen zu viele Anfragen, vielleicht von anderen.',
      wait: (until) =>
        html`Warten Sie bis zum ${until}, oder nehmen Sie eine andere Verbindung, etwa die eines Mobiltelefons.`,
    },
    'page-refused-address': {
      ...page,
      what: 'Für eine E-Mail-Adresse wurde zu viel verlangt, von der Person selbst oder von jemand anderem. Fragen Sie nach der Adresse, und suchen Sie danach: Dann sehen Sie, was aus ihren E-Mails geworden ist.',
      tell: 'Für diese E-Mail-Adresse wurde zu viel verlangt. Suchen Sie nach der neuesten E-Mail, auch im Spam-Ordner.',
    },
    'page-refused-account': {
      ...page,
      what: 'Das Konto hat das in kurzer Zeit zu oft getan.',
      tell: 'Sie haben das in kurzer Zeit zu oft getan.',
    },
    'page-refused-guesses': {
      ...page,
      what: 'Von diesem Ort oder aus diesem Browser kamen zu viele falsche Passwörter oder Codes. „Passwort vergessen?“ muss nicht warten.',
      tell: 'Zu viele Passwörter oder Codes waren falsch.',
      wait: (until) => html`Drücken Sie „Passwort vergessen?“, oder warten Sie bis zum ${until}.`,
    },
    'page-refused-mail-again': {
      ...page,
      what: 'Die letzte E-Mail ging gerade erst hinaus und kommt vielleicht noch. So bald wird sie nicht noch einmal gesendet.',
      tell: 'Die letzte E-Mail kommt vielleicht noch. Sehen Sie auch bei den unerwünschten nach.',
    },
    'page-refused-no-cookie': {
      ...page,
      what: 'Der Browser hat keines unserer Cookies gesendet: Er lehnt sie ab, er war privat und wurde geschlossen, oder eine andere Website zeigt unsere Seite in einem Rahmen.',
      tell: 'Erlauben Sie Cookies für unsere Website, oder nehmen Sie einen anderen Browser. Öffnen Sie die Seite in einem eigenen Fenster, und senden Sie das Formular noch einmal.',
    },
    'page-refused-foreign-form': {
      ...page,
      what: 'Nichts sagte, dass das Formular von einer unserer Seiten kam: Eine andere Website hat es gesendet, oder etwas im Browser hat es verändert.',
      tell: 'Tippen Sie unsere Adresse selbst, oder beginnen Sie beim Dienst. Schalten Sie ab, was in Ihrem Browser Seiten verändert. Senden Sie das Formular dann noch einmal.',
    },
    'page-refused-old-form': {
      ...page,
      what: 'Die Seite des Formulars war älter als die letzte An- oder Abmeldung in diesem Browser, oder der Browser hatte unsere Cookies verloren.',
      tell: 'Laden Sie die Seite neu, und füllen Sie das Formular noch einmal aus.',
    },
    'page-refused-unreadable': {
      ...page,
      what: 'In der Adresse oder im Formular fehlte etwas, war beschädigt oder zu lang.',
      tell: 'Beginnen Sie noch einmal beim Dienst oder auf unserer Seite, nicht mit einem Lesezeichen oder mit „Zurück“.',
    },
    'page-refused-program': {
      ...page,
      what: 'Der Dienst, von dem die Person kam, ist uns nicht bekannt oder abgeschaltet. Suchen Sie den Dienst nach seinem Namen.',
      tell: 'Der Dienst, von dem Sie kommen, kann Sie nicht anmelden. Sagen Sie es denen, die ihn betreiben.',
    },
    'page-refused-return-address': {
      ...page,
      what: 'Der Dienst nannte keine Adresse für die Rückkehr oder eine, die für ihn nicht eingetragen ist. Das müssen die beheben, die ihn betreiben.',
      tell: 'Der Dienst, von dem Sie kommen, hat einen Fehler. Sagen Sie es denen, die ihn betreiben.',
    },
    'page-refused-late': {
      ...page,
      what: 'Die Anfrage des Dienstes hatte eine Stunde gewartet oder gehörte zu einem anderen Browser.',
      tell: 'Gehen Sie zum Dienst zurück, und melden Sie sich dort noch einmal an.',
    },
    'page-refused-link': {
      ...page,
      what: 'Der Link oder der Code einer E-Mail war schon verwendet, zu alt, durch einen neueren ersetzt oder unvollständig.',
      tell: 'Nehmen Sie die neueste E-Mail, oder fordern Sie eine andere an.',
    },
    'page-refused-new-browser': {
      ...page,
      what: 'Nach vielen falschen Passwörtern hintereinander nimmt das Konto in einem Browser, den es nicht kennt, kein Passwort an. Ein Link in einer E-Mail öffnet diesen Browser.',
      tell: 'Fordern Sie auf jener Seite den Link an, und öffnen Sie ihn im selben Browser.',
    },
    'page-refused-unverified': {
      ...page,
      what: 'Der Dienst nimmt nur Konten, deren Adresse bestätigt ist.',
      tell: 'Drücken Sie auf jener Seite den Knopf, der einen Link sendet, und öffnen Sie ihn.',
    },
    'page-refused-our-fault': {
      ...page,
      what: 'Der Dienst konnte nicht antworten: Er war ausgelastet, er hatte einen Fehler, oder er konnte keine E-Mail senden. Die Nummer steht im Log.',
      tell: 'Das lag an uns. Bitte versuchen Sie es in einigen Minuten noch einmal.',
    },
    'page-refused-otherwise': {
      ...page,
      what: 'Den Grund nennt nur das Log.',
      tell: 'Tun Sie, was auf der Seite steht. Wenn das nicht hilft, lesen Sie sie mir vor.',
    },
  },
}
