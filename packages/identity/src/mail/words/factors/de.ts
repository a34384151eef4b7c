import { momentWords } from '../../../platform/date-words.ts'
import { WAS_NOT_ME as NOT_ME } from '../was-not-me.ts'
import type { FactorLetters } from '../wording.ts'

const { sentence: WAS_NOT_ME, step: LABEL } = NOT_ME.de

/** The letters about a lost app for codes, in German. */
export const germanFactors: FactorLetters = {
  'lost-app': ({ link }, serviceName) => ({
    subject: 'Bestätigen Sie den Verlust Ihres Telefons',
    before: [
      `Jemand hat das Passwort Ihres Kontos bei ${serviceName} eingegeben und sagt, dass das Telefon mit der App für Codes verloren ist. Wenn Sie das waren, öffnen Sie diesen Link, um fortzufahren. Noch wird nichts entfernt.`,
    ],
    steps: [{ label: 'Fortfahren', address: link.reveal() }],
    after: [
      'Der Link gilt 30\u00a0Minuten und nur einmal.',
      'Wenn Sie das nicht waren, kennt jemand Ihr Passwort: Wählen Sie sofort ein neues. Ohne Code kommt damit niemand hinein.',
    ],
  }),
  'app-removal-requested': ({ dueAt, link }, serviceName) => ({
    subject: 'Ihre Apps für Codes werden entfernt',
    before: [
      `Jemand, vermutlich Sie, hat uns gesagt, dass die App für Codes Ihres Kontos bei ${serviceName} verloren ist. Wir entfernen Ihre Apps und Ihre Ersatzcodes am ${momentWords('de-DE', dueAt)}. Danach genügt Ihr Passwort allein.`,
      'Wenn Sie Ihr Telefon gefunden haben oder nicht darum gebeten haben, halten Sie das mit diesem Link auf.',
    ],
    steps: [{ label: 'Nicht entfernen', address: link.reveal() }],
    after: [
      'Auch wer sich mit einem Code, einem Ersatzcode oder einem Passkey anmeldet, hält es auf.',
      'Wenn Sie das nicht waren, kennt jemand Ihr Passwort und liest Ihre E-Mails: Wählen Sie für beides neue Passwörter.',
    ],
  }),
  'app-removal-soon': ({ dueAt, link }, serviceName) => ({
    subject: 'Ihre Apps für Codes werden bald entfernt',
    before: [
      `Wie angekündigt entfernen wir die Apps für Codes und die Ersatzcodes Ihres Kontos bei ${serviceName} am ${momentWords('de-DE', dueAt)}. Danach genügt Ihr Passwort allein.`,
      'Wenn Sie Ihr Telefon gefunden haben oder nicht darum gebeten haben, halten Sie das mit diesem Link auf.',
    ],
    steps: [{ label: 'Nicht entfernen', address: link.reveal() }],
    after: [
      'Auch wer sich mit einem Code, einem Ersatzcode oder einem Passkey anmeldet, hält es auf.',
      'Wenn Sie das nicht waren, kennt jemand Ihr Passwort und liest Ihre E-Mails: Wählen Sie für beides neue Passwörter.',
    ],
  }),
  'app-removal-stopped': ({ at, recoverAddress }, serviceName) => ({
    subject: 'Ihre Apps für Codes bleiben',
    before: [
      `Das Entfernen Ihrer Apps für Codes bei ${serviceName} wurde gestoppt (${momentWords('de-DE', at)}). Wir fragen weiter nach dem Passwort auch nach einem Code. Wenn Sie das waren, brauchen Sie nichts zu tun.`,
      WAS_NOT_ME,
    ],
    steps: [{ label: LABEL, address: recoverAddress }],
    after: [],
  }),
  'app-removal-done': ({ at, recoverAddress }, serviceName) => ({
    subject: 'Ihre verlorenen Apps für Codes wurden entfernt',
    before: [
      `Die Wartezeit ist vorbei. Die Apps für Codes und die Ersatzcodes Ihres Kontos bei ${serviceName} wurden entfernt (${momentWords('de-DE', at)}). Ihr Passwort allein genügt jetzt: Fügen Sie eine neue App oder einen Passkey hinzu. Wenn Sie das waren, brauchen Sie sonst nichts zu tun.`,
      WAS_NOT_ME,
    ],
    steps: [{ label: LABEL, address: recoverAddress }],
    after: [],
  }),
}
