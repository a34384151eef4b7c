import { WAS_NOT_ME as NOT_ME } from '../../mail/index.ts'
import { type Html, html } from '../../platform/html.ts'
import { plural } from '../../platform/plurals.ts'
import type { CodeWords } from './en.ts'

const { sentence: WAS_NOT_ME } = NOT_ME.de

const MORE_WRONG_CODES =
  'In der letzten Stunde gab es viele falsche Codes. In der nächsten Stunde können weitere folgen, ohne dass wir Ihnen schreiben. Die Seite Aktivität Ihres Kontos führt alle auf.'

const apps = plural('de', { one: '# App', other: '# Apps' })
const left = plural('de', { one: '# Ersatzcode ist noch übrig', other: '# Ersatzcodes sind noch übrig' })

/** Codes beside the password, in German. */
export const de: CodeWords = {
  limits: {
    appChanges: 'Änderungen von Apps für Codes',
    newRecoveryCodes: 'Neu erstellte Ersatzcodes',
  },
  acts: {
    reset: {
      title: 'Apps und Ersatzcodes sofort entfernen',
      note: 'Nach dem Passwort wird kein Code mehr verlangt. Passwort, Passkeys und Sitzungen bleiben. Es geht eine E-Mail an das Konto.',
      nothing: { noCodes: 'Das Konto hat keine App und keinen Ersatzcode.' },
      says: {
        done: 'Die Person wird nach keinem Code mehr gefragt.',
        already: 'Die Person wurde nach keinem Code gefragt; nichts hat sich geändert.',
      },
    },
  },
  nav: 'Codes',
  home: {
    noApp: 'Noch keine',
    addApp: 'Mit Codes aus einer App kommt niemand nur mit Ihrem Passwort hinein.',
    noneLeft: 'Keine mehr übrig',
    makeNew: 'Erstellen Sie neue, damit Sie auch ohne Ihre App hineinkommen.',
  },
  page: {
    title: 'Codes aus einer App',
    lead: 'Mit einer App auf Ihrem Telefon melden Sie sich mit Passwort und Code an. So kommt niemand mit dem Passwort allein in Ihr Konto. Ein Passkey braucht keinen Code.',
    none: 'Sie haben noch keine App hinzugefügt. Nach dem Passwort fragen wir nach keinem Code.',
    addTitle: 'App hinzufügen',
    addLead:
      'Sie brauchen eine App, die Codes erzeugt, zum Beispiel Aegis, 2FAS oder Google Authenticator. Viele Apps, die Passwörter verwalten, können das auch.',
    addButton: 'App hinzufügen',
    full: 'Sie haben 5 Apps. Mehr sind nicht möglich. Entfernen Sie eine, die Sie nicht brauchen.',
    recoveryTitle: 'Ersatzcodes',
    recoveryLead:
      'Mit einem Ersatzcode melden Sie sich an, wenn Sie Ihre App nicht haben. Jeder Code gilt einmal.',
    recoveryLeft: 'Verbleibende Codes',
    recoveryAgain: 'Neue Codes ersetzen alle früheren.',
    recoveryButton: 'Neue Ersatzcodes erstellen',
    proveLead:
      'Um Ihre Codes zu ändern, geben Sie Ihr Passwort ein, oder verwenden Sie einen Passkey. Das gilt 5 Minuten. Nach dem Passwort fragen wir nach einem Code, wenn Sie eine App haben.',
    saved: 'Die App ist hinzugefügt. Wir haben Ihnen eine E-Mail dazu gesendet.',
    removed:
      'Die App ist entfernt. Wir haben Ihnen eine E-Mail dazu gesendet. Sie können den Eintrag in der App jetzt löschen.',
    newTitle: 'App für Codes hinzufügen',
    scan: 'Öffnen Sie die App auf Ihrem Telefon, und scannen Sie damit dieses Bild.',
    qrLabel: 'QR-Code für die App',
    openApp: 'Die App ist auf diesem Gerät: öffnen',
    orType: 'Wenn Sie nicht scannen können, geben Sie diesen Schlüssel in die App ein:',
    code: 'Code, den die App zeigt',
    codeHint: 'Sechs Ziffern. Sie ändern sich alle 30\u00a0Sekunden.',
    name: 'Name der App',
    nameHint: 'Damit Sie später wissen, auf welchem Telefon sie ist.',
    usualName: 'Mein Telefon',
    confirmButton: 'App hinzufügen',
    cancel: 'Abbrechen',
    problems: {
      'bad-name': 'Geben Sie einen Namen von 1 bis 60 Zeichen für die App ein',
      'wrong-code':
        'Geben Sie den Code ein, den die App jetzt zeigt. Wenn er nicht geht, prüfen Sie die Uhrzeit Ihres Telefons.',
    },
    keepTitle: 'Bewahren Sie Ihre Ersatzcodes auf',
    keepLead:
      'Ab jetzt fragen wir nach dem Passwort auch nach einem Code. Wenn Sie Ihr Telefon verlieren, brauchen Sie einen dieser Codes.',
    keepHow:
      'Drucken Sie die Codes aus, oder schreiben Sie sie auf, und bewahren Sie sie an einem sicheren Ort auf. Wir zeigen sie nicht noch einmal. Jeder gilt einmal.',
    madeOn: (at: Html) => html`Erstellt am ${at}`,
    keptButton: 'Ich habe die Codes gesichert',
    keep: { download: 'Als Text herunterladen', print: 'Drucken', copy: 'Kopieren', copied: 'Kopiert' },
    renamed: 'Die App hat ihren neuen Namen. Wir haben Ihnen eine E-Mail dazu gesendet.',
  },
  signIn: {
    button: 'Anmelden',
    app: {
      title: 'Geben Sie Ihren Code ein',
      label: 'Code aus Ihrer App',
      hint: 'Sechs Ziffern. Sie ändern sich alle 30\u00a0Sekunden, und jeder Code gilt einmal.',
      wrong:
        'Dieser Code stimmt nicht. Warten Sie auf den nächsten Code Ihrer App, und geben Sie diesen ein.',
      other: 'Ersatzcode verwenden',
    },
    recovery: {
      title: 'Geben Sie einen Ersatzcode ein',
      label: 'Ersatzcode',
      hint: 'Einer der zehn Codes, die Sie gesichert haben. Jeder gilt einmal.',
      wrong: 'Dieser Ersatzcode stimmt nicht. Prüfen Sie ihn, oder verwenden Sie einen anderen.',
      other: 'Code aus der App verwenden',
    },
  },
  spent: {
    title: 'Sie haben einen Ersatzcode verwendet',
    left: 'Ersatzcodes, die noch übrig sind',
    still: 'Haben Sie Ihre App noch? Dann müssen Sie nichts tun.',
    gone: 'Wenn Ihre App weg ist, fügen Sie eine neue App hinzu, und entfernen Sie die alte. Erstellen Sie dann neue Ersatzcodes.',
    toCodes: 'Zu meinen Codes',
    onward: 'Weiter',
  },
  tooLate:
    'Das hat zu lange gedauert, oder es waren zu viele falsche Codes. Melden Sie sich noch einmal mit Ihrem Passwort an.',
  recentRemoved:
    'Wir haben die Apps für Codes entfernt, die in den letzten 3\u00a0Tagen allein mit dem Passwort hinzugefügt wurden. Wenn keine andere App da ist, sind auch Ihre Ersatzcodes weg.',
  recentWill:
    'Apps für Codes, die in den letzten 3\u00a0Tagen allein mit dem Passwort hinzugefügt wurden, und mit der letzten App Ihre Ersatzcodes:',
  holds: {
    apps: {
      less: plural('de', { one: '# App für Codes wird entfernt', other: '# Apps für Codes werden entfernt' }),
    },
    recoveryCodes: {
      less: plural('de', {
        one: '# Ersatzcode wird entfernt',
        other: '# Ersatzcodes werden entfernt',
      }),
    },
    halfSignIns: {
      less: plural('de', {
        one: '# Anmeldung, die auf einen Code wartet, endet',
        other: '# Anmeldungen, die auf einen Code warten, enden',
      }),
    },
    wrongCodes: {
      less: plural('de', {
        one: '# falscher Code wird vergessen',
        other: '# falsche Codes werden vergessen',
      }),
    },
  },
  events: {
    added: () => html`Eine App für Codes wurde hinzugefügt`,
    removed: () => html`Eine App für Codes wurde entfernt`,
    renamed: () => html`Eine App für Codes wurde umbenannt`,
    codesMade: () => html`Neue Ersatzcodes wurden erstellt`,
    codeSpent: () => html`Ein Ersatzcode wurde verwendet`,
    reset: () => html`Die Betreiber dieses Dienstes haben die Apps für Codes entfernt`,
    wrongCodesTold: () => html`Eine E-Mail meldete falsche Codes nach dem richtigen Passwort`,
  },
  letters: {
    added: ({ at }, serviceName, moment) => ({
      subject: 'Eine App für Codes wurde Ihrem Konto hinzugefügt',
      before: [
        `Ihrem Konto bei ${serviceName} wurde eine App hinzugefügt, die Codes erzeugt (${moment(at)}). Ab jetzt fragen wir nach dem Passwort auch nach einem Code. Wenn Sie das waren, brauchen Sie nichts zu tun.`,
        WAS_NOT_ME,
      ],
    }),
    removed: ({ at }, serviceName, moment) => ({
      subject: 'Eine App für Codes wurde von Ihrem Konto entfernt',
      before: [
        `Von Ihrem Konto bei ${serviceName} wurde eine App entfernt, die Codes erzeugt (${moment(at)}). Ihre Codes gelten nicht mehr. Wenn Sie das waren, brauchen Sie nichts zu tun.`,
        WAS_NOT_ME,
      ],
    }),
    renamed: ({ at }, serviceName, moment) => ({
      subject: 'Eine App für Codes hat einen neuen Namen',
      before: [
        `Eine App für Codes Ihres Kontos bei ${serviceName} hat einen anderen Namen bekommen (${moment(at)}). Wenn Sie das waren, brauchen Sie nichts zu tun.`,
        WAS_NOT_ME,
      ],
    }),
    codesMade: ({ at }, serviceName, moment) => ({
      subject: 'Neue Ersatzcodes für Ihr Konto',
      before: [
        `Für Ihr Konto bei ${serviceName} wurden neue Ersatzcodes erstellt (${moment(at)}). Die früheren gelten nicht mehr. Wenn Sie das waren, brauchen Sie nichts zu tun.`,
        WAS_NOT_ME,
      ],
    }),
    codeSpent: ({ at }, serviceName, moment) => ({
      subject: 'Ein Ersatzcode wurde für Ihr Konto verwendet',
      before: [
        `Jemand hat sich bei Ihrem Konto bei ${serviceName} mit Ihrem Passwort und einem Ersatzcode angemeldet (${moment(at)}). Wenn Sie das waren, brauchen Sie nichts zu tun. Dieser Code gilt nicht noch einmal: Auf der Seite Codes sehen Sie, wie viele übrig sind.`,
        WAS_NOT_ME,
      ],
    }),
    wrongCodes: ({ at, isLast }, serviceName, moment) => ({
      subject: 'Falsche Codes nach Ihrem Passwort',
      before: [
        `Jemand hat das richtige Passwort Ihres Kontos bei ${serviceName} eingegeben und danach falsche Codes (${moment(at)}). Mit diesen Codes kam niemand hinein. Wenn Sie das waren, brauchen Sie nichts zu tun.`,
        WAS_NOT_ME,
        ...(isLast ? [MORE_WRONG_CODES] : []),
      ],
    }),
    recentRemoved: ({ addedAt, isLast }, serviceName, moment) => ({
      subject: 'Neue Apps für Codes wurden entfernt',
      before: [
        `Für Ihr Konto bei ${serviceName} wurde über eine E-Mail ein neues Passwort gewählt. Zu Ihrem Schutz wurden damit die Apps für Codes entfernt, die in den 3\u00a0Tagen davor hinzugefügt wurden: ${addedAt.map(moment).join('; ')}.`,
        'Wir entfernen sie, weil wir nicht wissen können, ob Sie sie hinzugefügt haben oder jemand anderes, der in Ihrem Konto war. Wenn Sie es waren, melden Sie sich an und fügen Sie sie wieder hinzu.',
        ...(isLast ? ['Ihre Ersatzcodes sind auch entfernt. Mit der nächsten App bekommen Sie neue.'] : []),
        'Löschen Sie den alten Eintrag in der App.',
        WAS_NOT_ME,
      ],
    }),
    removedByOperator: ({ at }, serviceName, moment) => ({
      subject: 'Ihre Apps für Codes wurden entfernt',
      before: [
        `Die Betreiber von ${serviceName} haben Ihre Apps für Codes und Ihre Ersatzcodes entfernt (${moment(at)}). Ihr Passwort allein genügt jetzt. Wenn Sie darum gebeten haben, brauchen Sie nichts zu tun.`,
        `${WAS_NOT_ME} Sagen Sie es auch den Betreibern.`,
      ],
    }),
  },
  findings: {
    'code-asked-for': {
      apps: (count) => `Neben dem Passwort wird ein Code verlangt. Das Konto hat ${apps(count)} für Codes.`,
      used: (at) => html`Zuletzt wurde am ${at} eine App verwendet.`,
      neverUsed: 'Noch nie wurde eine App verwendet.',
      left: (count) => `${left(count)}.`,
      mayDo: (command) => html`Nur mit Nachweis, wer anruft: ${command}`,
      type: 'Geben Sie den Code ein, den die App jetzt zeigt; die Uhr Ihres Telefons muss richtig gehen.',
      without:
        'Ohne Telefon verwenden Sie einen Ersatzcode, oder drücken Sie auf der Seite, die nach dem Code fragt, „Ich habe mein Telefon und meine Ersatzcodes verloren“.',
    },
    'codes-closed-to-new-browsers': {
      wrong: (times) => `${times} falsche Codes kamen aus Browsern, die das Konto nicht kennt.`,
      until: (at) => html`Bis zum ${at} darf es aus solchen Browsern niemand mehr versuchen.`,
      tell: 'Verwenden Sie einen Browser, in dem Sie sich schon angemeldet haben. Jemand, der Ihr Passwort kennt, probiert Codes aus: Wählen Sie ein neues Passwort.',
    },
  },
}
