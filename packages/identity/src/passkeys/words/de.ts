import { WAS_NOT_ME as NOT_ME } from '../../mail/index.ts'
import { html } from '../../platform/html.ts'
import { plural } from '../../platform/plurals.ts'
import type { PasskeyWords } from './en.ts'

const { sentence: WAS_NOT_ME } = NOT_ME.de

const passkeys = plural('de', { one: '# Passkey', other: '# Passkeys' })

/** Passkeys, in German. */
export const de: PasskeyWords = {
  limits: {
    signIns: 'Anmeldungen mit einem Passkey',
    changes: 'Änderungen von Passkeys',
  },
  acts: {
    remove: {
      title: 'Alle Passkeys entfernen',
      note: 'Die Anmeldung geht mit dem Passwort, und mit einem Code, wo das Konto einen verlangt. Apps und Sitzungen bleiben. Es geht eine E-Mail an das Konto.',
      nothing: { noPasskey: 'Das Konto hat keinen Passkey.' },
      says: {
        done: 'Das Konto hat keinen Passkey mehr.',
        already: 'Das Konto hatte keinen Passkey; nichts hat sich geändert.',
      },
    },
  },
  nav: 'Passkeys',
  home: {
    none: 'Noch keiner',
    first:
      'Mit einem Passkey melden Sie sich ohne Passwort an, und keine falsche Seite kann ihn Ihnen wegnehmen.',
    second:
      'Fügen Sie auch auf einem zweiten Gerät einen hinzu. Dann kommen Sie noch hinein, wenn Sie das eine verlieren.',
  },
  page: {
    title: 'Ihre Passkeys',
    lead: 'Mit einem Passkey melden Sie sich so an, wie Sie Ihr Gerät entsperren: mit Fingerabdruck, Gesicht oder PIN. Sie brauchen kein Passwort, und keine falsche Seite kann ihn Ihnen nehmen.',
    none: 'Sie haben noch keinen Passkey.',
    synced: 'Auch auf Ihren anderen Geräten',
    removeHint: 'Danach können Sie sich damit nicht mehr anmelden, auch wenn Ihr Gerät ihn noch zeigt.',
    addTitle: 'Passkey hinzufügen',
    addLead: 'Ihr Gerät bittet Sie, es zu entsperren. Dann bewahrt es den Passkey auf.',
    name: 'Name des Passkeys',
    nameHint: 'Damit Sie später wissen, auf welchem Gerät er ist.',
    addButton: 'Passkey hinzufügen',
    full: 'Sie haben 20 Passkeys. Mehr sind nicht möglich. Entfernen Sie einen, den Sie nicht brauchen.',
    withoutScript:
      'Dieser Browser kann auf dieser Seite keine Passkeys anlegen. Sie können sich weiter mit Ihrem Passwort anmelden.',
    stopped:
      'Ihr Gerät hat keinen Passkey angelegt. Nichts wurde geändert. Sie können es noch einmal versuchen.',
    known: 'Dieses Gerät hat schon einen Passkey für Ihr Konto. Sie können sich damit anmelden.',
    proveLead:
      'Um einen Passkey hinzuzufügen oder zu entfernen, geben Sie Ihr Passwort ein, oder verwenden Sie einen Passkey. Das gilt 5 Minuten.',
    saved: 'Der Passkey ist hinzugefügt. Wir haben Ihnen eine E-Mail dazu gesendet.',
    removed:
      'Der Passkey ist entfernt. Wir haben Ihnen eine E-Mail dazu gesendet. Vielleicht zeigt Ihr Gerät ihn noch: Sie können ihn auch dort löschen.',
    problems: {
      'bad-name': 'Geben Sie einen Namen von 1 bis 60 Zeichen für den Passkey ein',
      'too-late': 'Das hat zu lange gedauert. Nichts wurde geändert. Versuchen Sie es noch einmal.',
      'not-fitting':
        'Ihr Gerät hat eine Antwort gegeben, die wir nicht verwenden können. Nichts wurde geändert. Versuchen Sie es noch einmal, oder verwenden Sie ein anderes Gerät.',
      known: 'Dieses Gerät hat schon einen Passkey für Ihr Konto. Sie können sich damit anmelden.',
      'too-many':
        'Sie haben 20 Passkeys. Mehr sind nicht möglich. Entfernen Sie einen, den Sie nicht brauchen.',
    },
    renamed:
      'Der Passkey hat seinen neuen Namen. Wir haben Ihnen eine E-Mail dazu gesendet. In Ihrem Gerät hat er vielleicht noch den alten.',
  },
  offer: {
    title: 'Melden Sie sich das nächste Mal ohne Passwort an',
    lead: 'Fügen Sie diesem Gerät einen Passkey hinzu. Dann melden Sie sich so an, wie Sie Ihr Gerät entsperren: mit Fingerabdruck, Gesicht oder PIN.',
    safe: 'Ihr Fingerabdruck und Ihr Gesicht bleiben auf Ihrem Gerät. Ihr Passwort gilt weiter.',
    notNow: 'Jetzt nicht',
    later: 'Sie können jederzeit in Ihrem Konto einen Passkey hinzufügen.',
    addedTitle: 'Ihr Passkey ist hinzugefügt',
    added:
      'Melden Sie sich das nächste Mal mit Ihrem Passkey an. Wir haben Ihnen eine E-Mail darüber gesendet.',
    onward: 'Weiter',
  },
  login: {
    asksForMore:
      'Dieser Dienst verlangt mehr als ein Passwort. Verwenden Sie Ihren Passkey, wenn Sie einen haben.',
    button: 'Mit einem Passkey anmelden',
    again: 'Passkey verwenden',
    stopped:
      'Es wurde kein Passkey verwendet. Versuchen Sie es noch einmal, oder melden Sie sich mit Ihrem Passwort an.',
    refused:
      'Dieser Passkey kann hier nicht verwendet werden. Melden Sie sich mit Ihrer E-Mail-Adresse und Ihrem Passwort an.',
    tooLate: 'Das hat zu lange gedauert. Versuchen Sie es noch einmal.',
  },
  recentRemoved:
    'Wir haben die Passkeys entfernt, die in den letzten 3\u00a0Tagen allein mit dem Passwort hinzugefügt wurden.',
  recentWill: 'Passkeys, die in den letzten 3\u00a0Tagen allein mit dem Passwort hinzugefügt wurden:',
  holds: {
    passkeys: { less: plural('de', { one: '# Passkey wird entfernt', other: '# Passkeys werden entfernt' }) },
  },
  events: {
    added: () => html`Ein Passkey wurde hinzugefügt`,
    removed: () => html`Ein Passkey wurde entfernt`,
    renamed: () => html`Ein Passkey wurde umbenannt`,
    refused: () => html`Jemand konnte sich nicht mit einem Passkey anmelden`,
    removedByOperator: () => html`Die Betreiber dieses Dienstes haben die Passkeys entfernt`,
  },
  letters: {
    added: ({ at }, serviceName, moment) => ({
      subject: 'Ein Passkey wurde Ihrem Konto hinzugefügt',
      before: [
        `Ihrem Konto bei ${serviceName} wurde ein Passkey hinzugefügt (${moment(at)}). Damit kann man sich ohne Ihr Passwort anmelden. Wenn Sie das waren, brauchen Sie nichts zu tun.`,
        `${WAS_NOT_ME} In den ersten 3\u00a0Tagen entfernt das auch den Passkey, wenn er allein mit dem Passwort hinzugefügt wurde. Sonst bleibt er: Dann melden Sie sich auch mit dem neuen Passwort an, und entfernen Sie den Passkey auf der Seite Passkeys.`,
      ],
    }),
    removed: ({ at }, serviceName, moment) => ({
      subject: 'Ein Passkey Ihres Kontos wurde entfernt',
      before: [
        `Von Ihrem Konto bei ${serviceName} wurde ein Passkey entfernt (${moment(at)}). Damit kann sich niemand mehr anmelden. Wenn Sie das waren, brauchen Sie nichts zu tun.`,
        WAS_NOT_ME,
      ],
    }),
    renamed: ({ at }, serviceName, moment) => ({
      subject: 'Ein Passkey Ihres Kontos hat einen neuen Namen',
      before: [
        `Ein Passkey Ihres Kontos bei ${serviceName} hat einen anderen Namen bekommen (${moment(at)}). Wenn Sie das waren, brauchen Sie nichts zu tun.`,
        WAS_NOT_ME,
      ],
    }),
    recentRemoved: ({ addedAt }, serviceName, moment) => ({
      subject: 'Neue Passkeys Ihres Kontos wurden entfernt',
      before: [
        `Für Ihr Konto bei ${serviceName} wurde über eine E-Mail ein neues Passwort gewählt. Zu Ihrem Schutz wurden damit die Passkeys entfernt, die in den 3\u00a0Tagen davor hinzugefügt wurden: ${addedAt.map(moment).join('; ')}.`,
        'Wir entfernen sie, weil wir nicht wissen können, ob Sie sie hinzugefügt haben oder jemand anderes, der in Ihrem Konto war. Wenn Sie es waren, melden Sie sich an und fügen Sie sie wieder hinzu.',
        'Ihr Gerät zeigt die alten vielleicht noch: Sie können sie dort löschen.',
        WAS_NOT_ME,
      ],
    }),
    removedByOperator: ({ at }, serviceName, moment) => ({
      subject: 'Ihre Passkeys wurden entfernt',
      before: [
        `Die Betreiber von ${serviceName} haben alle Passkeys Ihres Kontos entfernt (${moment(at)}). Sie melden sich mit Ihrem Passwort an. Wenn Sie darum gebeten haben, brauchen Sie nichts zu tun.`,
        `${WAS_NOT_ME} Sagen Sie es auch den Betreibern.`,
      ],
    }),
  },
  findings: {
    'has-passkeys': {
      has: (count) => `Das Konto hat ${passkeys(count)}.`,
      used: (at) => html`Zuletzt wurde am ${at} einer verwendet.`,
      neverUsed: 'Noch nie wurde einer verwendet.',
      tell: 'Auf einem Gerät, das den Passkey hat, können Sie „Mit einem Passkey anmelden“ drücken.',
    },
  },
}
