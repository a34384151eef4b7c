import { type Html, html } from '../../platform/html.ts'
import { plural } from '../../platform/plurals.ts'
import type { MailedLinkWords } from './en.ts'

const times = plural('de', {
  one: 'In den letzten Tagen wurde das #-mal verlangt.',
  other: 'In den letzten Tagen wurde das #-mal verlangt.',
})
const registration = {
  asked: (at: Html) => html`Am ${at} wurde mit dieser Adresse ein Konto verlangt.`,
  times,
}
const recovery = { asked: (at: Html) => html`Am ${at} wurde ein neues Passwort verlangt.`, times }
const browser = {
  asked: (at: Html) => html`Am ${at} wurde ein Link für einen neuen Browser verlangt.`,
  times,
}
const verification = {
  asked: (at: Html) => html`Am ${at} wurde ein Link verlangt, der die Adresse bestätigt.`,
  times,
}
const mailRefused = {
  tell: 'Ihr E-Mail-Anbieter nimmt unsere E-Mail nicht an. Prüfen Sie, ob die Adresse richtig geschrieben und Ihr Postfach nicht voll ist; sonst verwenden Sie eine andere Adresse.',
  noMailbox:
    'Ihr E-Mail-Anbieter sagt, dass es kein Postfach mit dieser Adresse gibt. Prüfen Sie, ob sie richtig geschrieben ist; sonst verwenden Sie eine andere Adresse.',
  fullMailbox:
    'Ihr Postfach ist voll. Schaffen Sie Platz, und fordern Sie die E-Mail neu an, oder verwenden Sie eine andere Adresse.',
  seemsGone:
    'Vermutlich gibt es kein Postfach mit dieser Adresse. Prüfen Sie, ob sie richtig geschrieben ist; sonst verwenden Sie eine andere Adresse.',
  seemsFull:
    'Vermutlich ist Ihr Postfach voll. Schaffen Sie Platz, und fordern Sie die E-Mail neu an, oder verwenden Sie eine andere Adresse.',
}
const accountMailRefused = {
  lostMailbox: (command: Html) =>
    html`Hat die Person das Postfach nicht mehr, dann nur mit einem Nachweis, wer anruft: ${command}`,
  tell: 'Ihr E-Mail-Anbieter nimmt unsere E-Mail nicht an. Prüfen Sie, ob Ihr Postfach voll ist: Dann schaffen Sie Platz, und fordern Sie die E-Mail neu an. Haben Sie es nicht mehr, dann melden Sie sich auf einem anderen Weg an, falls Sie einen haben, und ändern Sie die Adresse in Ihrem Konto.',
  noMailbox:
    'Ihr E-Mail-Anbieter sagt, dass es Ihr Postfach nicht gibt. Haben Sie es nicht mehr, dann melden Sie sich auf einem anderen Weg an, falls Sie einen haben, und ändern Sie die Adresse in Ihrem Konto.',
  fullMailbox: 'Ihr Postfach ist voll. Schaffen Sie Platz, und fordern Sie die E-Mail neu an.',
  seemsGone:
    'Vermutlich gibt es Ihr Postfach nicht. Haben Sie es nicht mehr, dann melden Sie sich auf einem anderen Weg an, falls Sie einen haben, und ändern Sie die Adresse in Ihrem Konto.',
  seemsFull: 'Vermutlich ist Ihr Postfach voll. Schaffen Sie Platz, und fordern Sie die E-Mail neu an.',
}
const mailPutOff = {
  tell: 'Ihr E-Mail-Anbieter hat unsere E-Mail nicht rechtzeitig angenommen. Prüfen Sie, ob die Adresse richtig geschrieben und Ihr Postfach nicht voll ist. Versuchen Sie es dann später noch einmal, oder verwenden Sie eine andere Adresse.',
}
const accountMailPutOff = {
  lostMailbox: accountMailRefused.lostMailbox,
  tell: 'Ihr E-Mail-Anbieter hat unsere E-Mail nicht rechtzeitig angenommen. Prüfen Sie, ob Ihr Postfach voll ist: Dann schaffen Sie Platz, und fordern Sie die E-Mail später neu an. Haben Sie es nicht mehr, dann melden Sie sich auf einem anderen Weg an, falls Sie einen haben, und ändern Sie die Adresse in Ihrem Konto.',
}
const ended = (at: Html) => html`Der Link wurde nicht verwendet und galt bis zum ${at}.`
const linkWaits = {
  works: (at: Html) => html`Der Link gilt bis zum ${at}. Noch hat ihn niemand verwendet.`,
  tell: 'Suchen Sie die neueste E-Mail von uns, auch im Ordner für Spam, und öffnen Sie den Link darin.',
}
const limit = {
  ends: (at: Html) => html`Sie endet am ${at}.`,
  tell: (at: Html) =>
    html`Sie haben es zu oft versucht. Suchen Sie die E-Mails, die schon gekommen sind, oder warten Sie bis zum ${at}.`,
}

const again = 'Wer das Konto noch einmal anlegt, bekommt sofort einen neuen Link.'
const registrationEnded = (at: Html) => html`${ended(at)} ${again}`
const registrationWaits = {
  works: (at: Html) => html`${linkWaits.works(at)} Bis jemand ihn öffnet, gibt es kein Konto. ${again}`,
  tell: linkWaits.tell,
}

/** Mailed links, in German. */
export const de: MailedLinkWords = {
  limits: {
    registrations: 'Verlangte Konten',
    recoveries: 'Per E-Mail verlangte neue Passwörter',
    browserLinks: 'Verlangte Links für einen neuen Browser',
    codes: 'Versuche mit Codes aus E-Mails',
  },
  acts: {
    resend: {
      title: 'Die E-Mail mit dem Link noch einmal senden',
      note: 'Sie zählt zu den E-Mails, die in einer Stunde angefordert werden können. Den Link sehen Sie nicht.',
      nothing: {
        suspended: 'Das Konto ist gesperrt: entscheiden Sie zuerst darüber.',
        'nothing-waits': 'In den letzten Tagen wurde kein Link angefordert, den niemand benutzt hat.',
        'mail-refused':
          'Der Mailserver hat die E-Mail mit diesem Link endgültig abgelehnt. Wenn das Postfach wieder E-Mails annimmt, fordert die Person einen neuen Link an.',
      },
      says: {
        done: ({ letter, at }) =>
          html`Die E-Mail ${letter} geht noch einmal hinaus; ihr Link gilt bis zum ${at}.`,
      },
      refused: {
        'too-many': plural('de', {
          one: 'So viele E-Mails dieser Art, wie eine Adresse in einer Stunde bekommt, wurden schon angefordert. Versuchen Sie es in # Minute noch einmal.',
          other:
            'So viele E-Mails dieser Art, wie eine Adresse in einer Stunde bekommt, wurden schon angefordert. Versuchen Sie es in # Minuten noch einmal.',
        }),
      },
    },
  },
  holds: {
    links: {
      less: plural('de', {
        one: '# Link aus einer E-Mail wird ungültig',
        other: '# Links aus E-Mails werden ungültig',
      }),
      more: plural('de', {
        one: '# Link geht mit einer E-Mail hinaus',
        other: '# Links gehen mit E-Mails hinaus',
      }),
    },
  },
  events: {
    recoveryRequested: () => html`Jemand hat einen Link für ein neues Passwort angefordert`,
    browserLinkRequested: () => html`Jemand hat einen Link für einen neuen Browser angefordert`,
    verificationRequested: () => html`Ein Link zum Bestätigen der E-Mail-Adresse wurde gesendet`,
    letterResent: () =>
      html`Die Betreiber dieses Dienstes haben die E-Mail mit dem Link noch einmal gesendet`,
    codeRefused: () => html`Jemand hat einen falschen Code aus einer E-Mail eingegeben`,
    codeUsed: () => html`Ein Code aus einer E-Mail wurde statt ihres Links eingegeben`,
  },
  findings: {
    'registration-mail-refused': { ...registration, ...mailRefused },
    'registration-mail-put-off': { ...registration, ...mailPutOff },
    'registration-link-expired': {
      ...registration,
      ended: registrationEnded,
      tell: 'Legen Sie das Konto noch einmal an; das Formular ist schnell ausgefüllt. Öffnen Sie die neueste E-Mail innerhalb eines Tages.',
    },
    'registration-link-waits': { ...registration, ...registrationWaits },
    'recovery-mail-refused': { ...recovery, ...accountMailRefused },
    'recovery-mail-put-off': { ...recovery, ...accountMailPutOff },
    'recovery-link-expired': {
      ...recovery,
      ended,
      tell: 'Drücken Sie noch einmal „Passwort vergessen?“, und öffnen Sie die neueste E-Mail innerhalb einer halben Stunde.',
    },
    'recovery-link-waits': { ...recovery, ...linkWaits },
    'browser-mail-refused': { ...browser, ...accountMailRefused },
    'browser-mail-put-off': { ...browser, ...accountMailPutOff },
    'browser-link-expired': {
      ...browser,
      ended,
      tell: 'Melden Sie sich noch einmal mit dem Browser an, den Sie verwenden wollen, fordern Sie einen neuen Link an, und öffnen Sie die neueste E-Mail dort innerhalb einer halben Stunde.',
    },
    'browser-link-waits': { ...browser, ...linkWaits },
    'verification-mail-refused': { ...verification, ...accountMailRefused },
    'verification-mail-put-off': { ...verification, ...accountMailPutOff },
    'verification-link-expired': {
      ...verification,
      ended,
      tell: 'Melden Sie sich an, und fordern Sie eine neue E-Mail an.',
    },
    'verification-link-waits': { ...verification, ...linkWaits },
    'other-mail-refused': { times, ...accountMailRefused },
    'other-mail-put-off': { times, ...accountMailPutOff },
    'other-link-expired': {
      times,
      ended,
      tell: 'Fordern Sie die E-Mail noch einmal an, und öffnen Sie die neueste innerhalb einer halben Stunde.',
    },
    'other-link-waits': { times, ...linkWaits },
    'limit-register-per-email': {
      ...limit,
      asked: 'Mit dieser Adresse wurde so oft ein Konto verlangt, wie es erlaubt ist.',
    },
    'limit-recover-per-email': {
      ...limit,
      asked: 'Mit dieser Adresse wurde so oft ein neues Passwort verlangt, wie es erlaubt ist.',
    },
    'limit-browser-link-per-email': {
      ...limit,
      asked: 'Mit dieser Adresse wurde so oft ein Link für einen neuen Browser verlangt, wie es erlaubt ist.',
    },
    'limit-code-per-email': {
      ...limit,
      asked: 'An dieser Adresse wurden so oft Codes aus E-Mails versucht, wie es erlaubt ist.',
    },
  },
}
