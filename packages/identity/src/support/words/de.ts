import { type Html, html } from '../../platform/html.ts'
import { plural } from '../../platform/plurals.ts'
import type { SupportWords } from './en.ts'

const tries = plural('de', {
  one: 'Seit der letzten Anmeldung schlug # Versuch fehl, und zwar am',
  other: 'Seit der letzten Anmeldung schlugen # Versuche fehl, der neueste am',
})
const afterForgiving = plural('de', {
  one: 'Seit die früheren Versuche vergessen sind, schlug # Versuch fehl, und zwar am',
  other: 'Seit die früheren Versuche vergessen sind, schlugen # Versuche fehl, der neueste am',
})
const recent = {
  tries: (count: number, at: Html) => html`${tries(count)} ${at}.`,
  triesAfterForgiving: (count: number, at: Html) => html`${afterForgiving(count)} ${at}.`,
}

/** What a supporter is told, in German. */
export const de: SupportWords = {
  findings: {
    'last-failed-wrong-password': {
      ...recent,
      what: 'Das Passwort war falsch.',
      tell: 'Das Passwort war falsch. Drücken Sie „Passwort vergessen?“, und wählen Sie ein neues.',
    },
    'last-failed-unreadable-hash': {
      ...recent,
      what: 'Der gespeicherte Hash des Passworts lässt sich nicht lesen: Er ist beschädigt, oder er ist mit einem geheimen Schlüssel versiegelt, den der Dienst nicht hat.',
      tell: 'Drücken Sie „Passwort vergessen?“, und wählen Sie ein neues Passwort.',
    },
    'last-failed-wrong-code': {
      ...recent,
      what: 'Das Passwort war richtig und der Code falsch.',
      tell: 'Der Code war falsch. Stellen Sie die Uhr Ihres Telefons auf automatisch, und geben Sie den Code ein, den die App jetzt zeigt.',
    },
    'last-failed-replayed-code': {
      ...recent,
      what: 'Das Passwort war richtig, und der Code war schon einmal verwendet.',
      tell: 'Jeder Code gilt einmal. Warten Sie, bis die App den nächsten zeigt.',
    },
    'last-failed-wrong-recovery-code': {
      ...recent,
      what: 'Das Passwort war richtig und der Ersatzcode falsch.',
      tell: 'Der Ersatzcode war falsch oder ist verbraucht. Versuchen Sie den nächsten von Ihrer Liste.',
    },
    'signed-out-by-operator': {
      ended: (name: Html, at: Html) =>
        html`${name} aus der Betreuung hat die Person am ${at} überall abgemeldet, und seither hat sich niemand angemeldet.`,
      tell: (at: Html) => html`Am ${at} haben die Betreiber dieses Dienstes Sie überall abgemeldet.`,
      newest: {
        'signed-in': (at: Html) =>
          html`Am ${at} hat sich jemand mit einem Browser angemeldet, der für Ihr Konto neu war. Waren Sie das nicht, dann wählen Sie ein neues Passwort.`,
        'password-reset': (at: Html) =>
          html`Am ${at} hat jemand über einen Link aus einer E-Mail ein neues Passwort für Ihr Konto gewählt. Waren Sie das nicht, dann sichern Sie Ihr Postfach, und wählen Sie danach ein neues Passwort.`,
        'browser-admitted': (at: Html) =>
          html`Am ${at} hat ein Link aus einer E-Mail einen Browser zugelassen, der für Ihr Konto neu war. Waren Sie das nicht, dann sichern Sie Ihr Postfach, und wählen Sie danach ein neues Passwort.`,
      },
      noNewBrowser:
        'In den letzten 30 Tagen hat sich niemand mit einem Browser angemeldet, der für Ihr Konto neu war, und kein Link aus einer E-Mail hat einen solchen zugelassen oder ein neues Passwort gesetzt.',
      noNewBrowserSince: (at: Html) =>
        html`Ihr Konto wurde am ${at} angelegt. Seither hat sich niemand mit einem weiteren Browser angemeldet, der dafür neu war, und kein Link aus einer E-Mail hat einen solchen zugelassen oder ein neues Passwort gesetzt.`,
      again: 'Melden Sie sich wieder an.',
    },
  },
  leads: {
    slows: 'Das Konto darf benutzt werden. Aber:',
    waits: 'Nichts hält die Person jetzt draußen. Aber:',
    tells:
      'Portico weiß von nichts, was die Person draußen hält. Grenzen ihres Netzwerks sind von hier aus nicht zu sehen. Fragen Sie, was auf der Seite steht, und nach der Nummer.',
  },
  nothing: {
    several:
      'Mehr als ein Konto oder Dienst hat diesen Namen oder diese Telefonnummer. Fragen Sie nach der E-Mail-Adresse.',
    oneName:
      'Damit wird niemand gefunden. Ein Vorname oder Nachname allein findet niemanden, außer er ist der ganze Name: Geben Sie den ganzen Namen der Person oder des Dienstes ein, oder fragen Sie nach der E-Mail-Adresse.',
    orNumber:
      'Ist es die Nummer einer Seite, so ist sie noch nicht bekannt oder älter als einen Tag: Versuchen Sie es in einer halben Minute noch einmal.',
    nothing:
      'Damit wird niemand gefunden: Es ist keine E-Mail-Adresse, keine Kennung, kein Dienst, keine Nummer einer Seite, keine Telefonnummer und kein ganzer Name. Fragen Sie nach der E-Mail-Adresse.',
    address:
      'Niemand hat ein Konto mit dieser Adresse, und in den letzten Tagen hat niemand eines verlangt. Fragen Sie nach einer anderen Adresse oder nach der Schreibweise. Mit dieser hier kann jeder ein Konto anlegen.',
    program: 'Nichts hält jemanden aus diesem Dienst draußen.',
  },
  page: {
    answered: (at, events) => html`Die Seite mit dieser Nummer kam am ${at}: ${events}.`,
    again:
      'Wenn die Person die Nummer gerade eben gelesen hat, versuchen Sie es in einer halben Minute noch einmal: Seiten, die ablehnen, sind erst einige Sekunden später bekannt.',
    noEvent:
      'Sonst hat kein Ereignis des letzten Tages diese Nummer: Die Seite hat nichts geändert, unter der geöffneten Adresse gibt es keine Seite, oder sie ist älter. Groß- und Kleinschreibung zählt.',
    noAccount:
      'Zu dem, was dort eingegeben wurde, gibt es kein Konto. Fragen Sie nach der E-Mail-Adresse, die eingegeben wurde, und suchen Sie nach ihr.',
    inLog: (name) => html`Im Log steht die Nummer als ${name}.`,
  },
}
