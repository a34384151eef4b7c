import { momentWords } from '../../../platform/date-words.ts'
import { WAS_NOT_ME as NOT_ME } from '../was-not-me.ts'
import type { FactorLetters } from '../wording.ts'

const { sentence: WAS_NOT_ME, step: LABEL } = NOT_ME.de

/** The letters about passkeys and codes, in German. */
export const germanFactors: FactorLetters = {
  'passkey-renamed': ({ at, recoverAddress }, serviceName) => ({
    subject: 'Ein Passkey Ihres Kontos hat einen neuen Namen',
    before: [
      `Ein Passkey Ihres Kontos bei ${serviceName} hat einen anderen Namen bekommen (${momentWords('de-DE', at)}). Wenn Sie das waren, brauchen Sie nichts zu tun.`,
      WAS_NOT_ME,
    ],
    steps: [{ label: LABEL, address: recoverAddress }],
    after: [],
  }),
  'young-passkeys-removed': ({ addedAt, recoverAddress }, serviceName) => ({
    subject: 'Neue Passkeys Ihres Kontos wurden entfernt',
    before: [
      `Für Ihr Konto bei ${serviceName} wurde über eine E-Mail ein neues Passwort gewählt. Zu Ihrem Schutz wurden damit die Passkeys entfernt, die in den 3\u00a0Tagen davor hinzugefügt wurden: ${addedAt.map((at) => momentWords('de-DE', at)).join('; ')}.`,
      'Wir entfernen sie, weil wir nicht wissen können, ob Sie sie hinzugefügt haben oder jemand anderes, der in Ihrem Konto war. Wenn Sie es waren, melden Sie sich an und fügen Sie sie wieder hinzu.',
      'Ihr Gerät zeigt die alten vielleicht noch: Sie können sie dort löschen.',
      WAS_NOT_ME,
    ],
    steps: [{ label: LABEL, address: recoverAddress }],
    after: [],
  }),
  'young-apps-removed': ({ addedAt, isLast, recoverAddress }, serviceName) => ({
    subject: 'Neue Apps für Codes wurden entfernt',
    before: [
      `Für Ihr Konto bei ${serviceName} wurde über eine E-Mail ein neues Passwort gewählt. Zu Ihrem Schutz wurden damit die Apps für Codes entfernt, die in den 3\u00a0Tagen davor hinzugefügt wurden: ${addedAt.map((at) => momentWords('de-DE', at)).join('; ')}.`,
      'Wir entfernen sie, weil wir nicht wissen können, ob Sie sie hinzugefügt haben oder jemand anderes, der in Ihrem Konto war. Wenn Sie es waren, melden Sie sich an und fügen Sie sie wieder hinzu.',
      ...(isLast ? ['Ihre Ersatzcodes sind auch entfernt. Mit der nächsten App bekommen Sie neue.'] : []),
      'Löschen Sie den alten Eintrag in der App.',
      WAS_NOT_ME,
    ],
    steps: [{ label: LABEL, address: recoverAddress }],
    after: [],
  }),
  'operator-removed-passkeys': ({ at, recoverAddress }, serviceName) => ({
    subject: 'Ihre Passkeys wurden entfernt',
    before: [
      `Die Betreiber von ${serviceName} haben alle Passkeys Ihres Kontos entfernt (${momentWords('de-DE', at)}). Sie melden sich mit Ihrem Passwort an. Wenn Sie darum gebeten haben, brauchen Sie nichts zu tun.`,
      `${WAS_NOT_ME} Sagen Sie es auch den Betreibern.`,
    ],
    steps: [{ label: LABEL, address: recoverAddress }],
    after: [],
  }),
  'authenticator-renamed': ({ at, recoverAddress }, serviceName) => ({
    subject: 'Eine App für Codes hat einen neuen Namen',
    before: [
      `Eine App für Codes Ihres Kontos bei ${serviceName} hat einen anderen Namen bekommen (${momentWords('de-DE', at)}). Wenn Sie das waren, brauchen Sie nichts zu tun.`,
      WAS_NOT_ME,
    ],
    steps: [{ label: LABEL, address: recoverAddress }],
    after: [],
  }),
  'operator-removed-codes': ({ at, recoverAddress }, serviceName) => ({
    subject: 'Ihre Apps für Codes wurden entfernt',
    before: [
      `Die Betreiber von ${serviceName} haben Ihre Apps für Codes und Ihre Ersatzcodes entfernt (${momentWords('de-DE', at)}). Ihr Passwort allein genügt jetzt. Wenn Sie darum gebeten haben, brauchen Sie nichts zu tun.`,
      `${WAS_NOT_ME} Sagen Sie es auch den Betreibern.`,
    ],
    steps: [{ label: LABEL, address: recoverAddress }],
    after: [],
  }),
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
