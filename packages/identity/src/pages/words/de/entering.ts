import { type Html, html } from '../../../platform/html.ts'
import { plural } from '../../../platform/plurals.ts'
import type { englishEntering } from '../en/entering.ts'

const tries = plural('de', { one: 'einmal', other: '#-mal' })

/** Registration, recovery, sign-in and authorization, in German. */
export const germanEntering: typeof englishEntering = {
  register: {
    title: 'Konto anlegen',
    lead: 'Ein Konto für alle angeschlossenen öffentlichen Dienste. Sie brauchen nur eine E-Mail-Adresse.',
    next: 'Wir senden Ihnen einen Link. Öffnen Sie ihn, um Ihre Adresse zu bestätigen und ein Passwort zu wählen.',
    button: 'Konto anlegen',
    haveAccount: 'Haben Sie schon ein Konto?',
    signIn: 'Anmelden',
  },
  checkEmail: {
    title: 'Sehen Sie in Ihr Postfach',
    registration: (address: Html) =>
      html`Wenn ${address} für ein Konto verwendet werden kann, haben wir eine E-Mail dorthin gesendet. Öffnen Sie den Link darin, um fortzufahren.`,
    recovery: (address: Html) =>
      html`Wenn ${address} zu einem Konto gehört, haben wir eine E-Mail dorthin gesendet. Öffnen Sie den Link darin, um ein neues Passwort zu wählen.`,
    'new-browser': (address: Html) =>
      html`Wenn ${address} zu einem Konto gehört, haben wir eine E-Mail dorthin gesendet. Öffnen Sie den Link darin mit diesem Browser.`,
    verification: (address: Html) =>
      html`Wenn ${address} noch bestätigt werden muss, haben wir eine E-Mail dorthin gesendet. Öffnen Sie den Link darin, um die Adresse zu bestätigen.`,
    anAddress: 'die angegebene Adresse',
    within: {
      registration: 'Der Link gilt 24\u00a0Stunden.',
      recovery: 'Der Link gilt 30\u00a0Minuten und nur einmal.',
      'new-browser': 'Der Link gilt 30\u00a0Minuten und nur einmal.',
      verification: 'Der Link gilt 24\u00a0Stunden.',
    },
    nothing: 'Wenn keine E-Mail ankommt',
    steps: [
      'Warten Sie einige Minuten: Manche Anbieter sind langsam.',
      'Sehen Sie im Spam-Ordner nach.',
      'Prüfen Sie, ob die Adresse richtig geschrieben ist.',
    ],
    again: 'Mit einer anderen Adresse versuchen',
    refused: {
      title: 'Ihr Mail-Anbieter hat unsere E-Mail abgelehnt',
      lead: (address: Html) => html`Die E-Mail an ${address} ist nicht angekommen.`,
      steps: [
        'Prüfen Sie die Adresse auf Tippfehler.',
        'Stimmt die Adresse, ist vielleicht Ihr Postfach voll. Machen Sie Platz und lassen Sie die E-Mail noch einmal senden.',
      ],
    },
    close: 'Sie können diese Seite schließen.',
    code: {
      lead: 'Sie können auch den Code aus der E-Mail hier eingeben. Das hilft, wenn Sie die E-Mail auf einem anderen Gerät lesen.',
      label: 'Code aus der E-Mail',
      hint: '6 Ziffern. Der Code gilt nur in diesem Browser.',
      button: 'Weiter',
      problems: {
        unreadable: 'Geben Sie die 6 Ziffern des Codes aus der E-Mail ein',
        wrong: (left: number) =>
          `Dieser Code stimmt nicht. Prüfen Sie, ob er aus der neuesten E-Mail ist. Sie können es noch ${tries(left)} versuchen.`,
        over: 'Der Code aus dieser E-Mail gilt nicht mehr.',
        overNext: 'Öffnen Sie den Link in der neuesten E-Mail, oder lassen Sie sie noch einmal senden.',
        closed:
          'Für diese Adresse wurden heute zu viele Codes eingegeben. Öffnen Sie den Link in der neuesten E-Mail: Er gilt weiterhin.',
      },
    },
    resend: {
      button: 'E-Mail noch einmal senden',
      wait: (time: Html) => html`Sie können sie in ${time} noch einmal senden lassen.`,
      few: 'An eine Adresse senden wir pro Stunde nur wenige E-Mails.',
      early: (time: string) =>
        `Wir haben die E-Mail gerade erst gesendet; sie kann noch unterwegs sein. Sie können sie in ${time} noch einmal senden lassen.`,
      done: 'Die E-Mail wurde noch einmal angefordert. Nur der Code der neuesten E-Mail gilt.',
    },
  },
  setPassword: {
    registration: { title: 'Passwort wählen', button: 'Passwort festlegen' },
    recovery: { title: 'Neues Passwort wählen', button: 'Neues Passwort festlegen' },
    registrationLead: 'Damit bestätigen Sie Ihre E-Mail-Adresse und eröffnen Ihr Konto.',
    recoveryLead: 'Sie werden überall abgemeldet, auch in allen angeschlossenen Diensten.',
    recoveryKeys:
      'Passkeys bleiben, außer denen, die in den letzten 3\u00a0Tagen allein mit dem Passwort hinzugefügt wurden: Entfernen Sie die, die Sie nicht kennen.',
    removes: 'Das neue Passwort entfernt auch',
  },
  passwordSet: {
    registration: {
      title: 'Ihr Konto ist bereit',
      what: 'Ihre E-Mail-Adresse ist bestätigt und Ihr Passwort festgelegt.',
      next: 'Melden Sie sich an, um Ihr Konto in allen angeschlossenen Diensten zu verwenden.',
    },
    recovery: {
      title: 'Ihr Passwort ist geändert',
      what: 'Sie wurden überall abgemeldet, auch in allen angeschlossenen Diensten.',
      next: 'Melden Sie sich mit Ihrem neuen Passwort wieder an.',
    },
    removed: {
      title: 'Wir haben eine neue Art der Anmeldung entfernt',
      why: 'Wir können nicht wissen, wer sie hinzugefügt hat: Sie oder jemand anderes, der in Ihrem Konto war. Darum entfernen wir, was neu ist, wenn ein Passwort über eine E-Mail gewählt wird.',
      next: 'Wenn Sie es waren, melden Sie sich an und fügen Sie es wieder hinzu. Den alten Eintrag können Sie auf Ihrem Gerät oder in Ihrer App löschen.',
    },
    elsewhere:
      'Haben Sie auf einem anderen Gerät oder in einem anderen Browser begonnen? Dann können Sie sich auch dort anmelden und weitermachen, wo Sie waren.',
    button: 'Anmelden',
  },
  addressVerified: {
    title: 'Ihre E-Mail-Adresse ist bestätigt',
    what: 'Sie können angeschlossene Dienste wieder verwenden.',
    button: 'Weiter',
  },
  linkInvalid: {
    title: 'Dieser Link funktioniert nicht',
    what: 'Er ist vielleicht abgelaufen, schon verwendet worden oder nicht vollständig. Nichts wurde geändert.',
    signIn: {
      next: 'Haben Sie Ihr Passwort schon festgelegt? Dann können Sie sich anmelden.',
      button: 'Anmelden',
    },
    registration: {
      next: 'Registrieren Sie sich noch einmal, dann senden wir Ihnen einen neuen Link.',
      button: 'Neuen Link anfordern',
    },
    recovery: {
      next: 'Fordern Sie einen neuen Link an. Wir senden ihn an Ihre E-Mail-Adresse.',
      button: 'Neuen Link anfordern',
    },
    'new-browser': {
      next: 'Melden Sie sich noch einmal an. Wenn weiter ein Link nötig ist, können Sie dort einen neuen anfordern.',
      button: 'Zur Anmeldung',
    },
    verification: {
      next: 'Gehen Sie zu Ihrem Konto, und fordern Sie dort einen neuen Link an.',
      button: 'Zu Ihrem Konto',
    },
  },
  login: {
    title: 'Anmelden',
    toProgram: (program: Html) => html`um mit ${program} fortzufahren`,
    provesAgain: (program: Html) =>
      html`Sie sind angemeldet. Um bei ${program} fortzufahren, bestätigen Sie noch einmal, dass Sie es sind.`,
    button: 'Anmelden',
    wrong:
      'E-Mail-Adresse und Passwort passen nicht zusammen. Prüfen Sie beides, und versuchen Sie es noch einmal.',
    wrongHelp:
      'Haben Sie Ihr Konto gerade erst angelegt? Dann öffnen Sie zuerst den Link in der E-Mail, die wir Ihnen gesendet haben.',
    signedOut: {
      title: 'Sie wurden abgemeldet.',
      whys: {
        elsewhere: 'Diese Sitzung wurde auf einem anderen Gerät beendet.',
        changed:
          'An Ihrem Konto wurde etwas geändert, zum Beispiel das Passwort. Damit werden Sie überall abgemeldet.',
      },
      kept: 'Melden Sie sich wieder an: Ihre Eingaben sind noch da.',
    },
    lapsed: (program: Html) =>
      html`${program} hat eine Stunde gewartet und wartet nicht mehr. Sie können sich hier anmelden. Öffnen Sie ${program} danach noch einmal.`,
    forgotten: 'Passwort vergessen?',
    noAccount: 'Noch kein Konto?',
    register: 'Konto anlegen',
  },
  recover: {
    title: 'Konto wiederherstellen',
    lead: 'Geben Sie die E-Mail-Adresse Ihres Kontos ein. Wir senden Ihnen einen Link, mit dem Sie ein neues Passwort wählen.',
    button: 'Link senden',
    remembered: 'Wissen Sie Ihr Passwort doch noch?',
    signIn: 'Anmelden',
  },
  newBrowser: {
    title: 'Bestätigen Sie zuerst, dass Sie es sind',
    lead: 'Für diese E-Mail-Adresse wurden viele falsche Passwörter oder Codes eingegeben. Darum braucht ein Browser, der sich noch nie damit angemeldet hat, jetzt zuerst einen Link aus einer E-Mail.',
    known:
      'In einem Browser, in dem Sie sich schon einmal angemeldet haben, können Sie sich wie immer anmelden.',
    button: 'Link senden',
    forgotten: 'Passwort vergessen?',
    recover: 'Neues Passwort wählen',
    signIn: 'Mit einer anderen Adresse anmelden',
  },
  verifyBrowser: {
    title: 'Diesen Browser für Ihr Konto verwenden',
    lead: 'Geben Sie die E-Mail-Adresse Ihres Kontos ein, um zu zeigen, dass Sie diesen Link geöffnet haben. Danach können Sie sich mit diesem Browser anmelden, mit Ihrem Passwort wie immer.',
    wrong: 'Geben Sie die Adresse ein, an die wir den Link gesendet haben',
    stop: 'Wenn Sie diesen Link nicht angefordert haben, schließen Sie diese Seite.',
    button: 'Diesen Browser verwenden',
  },
  receives: {
    identity: 'Eine Kennung Ihres Kontos, damit er Sie wiedererkennt',
    name: 'Ihren Namen',
    email: 'Ihre E-Mail-Adresse',
    phone: 'Ihre Telefonnummer, falls Sie eine angegeben haben',
    language: 'Ihre Sprache',
    'stay-connected':
      'Die Erlaubnis, bis zu 14\u00a0Tage lang verbunden zu bleiben, ohne noch einmal zu fragen',
  },
  confirm: {
    title: 'Weiter zu einem Dienst',
    heading: (program: Html) => html`Weiter zu ${program}?`,
    reasons: {
      first: 'Wenn Sie fortfahren, wird dieser Dienst mit Ihrem Konto verbunden.',
      'new-scopes': 'Dieser Dienst möchte mehr sehen als bisher.',
      asked: 'Dieser Dienst bittet Sie, noch einmal zuzustimmen.',
      switched:
        'Seit der letzten Seite hat sich in diesem Browser jemand an- oder abgemeldet. Fahren Sie nur fort, wenn dies Ihr Konto ist.',
      unled:
        'Sie kamen über einen Link hierher, nicht von einer Seite des Dienstes. Fahren Sie nur fort, wenn Sie das wollten.',
    },
    signedInAs: 'Sie sind angemeldet als',
    receives: 'Der Dienst erhält',
    never: 'Ihr Passwort sieht er nie.',
    goesTo: (host: Html) => html`Sie gehen weiter zu ${host}.`,
    button: (program: Html) => html`Weiter zu ${program}`,
    cancel: 'Abbrechen',
    another: 'Anderes Konto verwenden',
  },
  verificationRequired: {
    title: 'Bestätigen Sie Ihre E-Mail-Adresse',
    what: (address: Html) =>
      html`Ihre Adresse ${address} muss neu bestätigt werden, bevor Sie einen Dienst verwenden können.`,
    next: 'Wir senden einen Link an diese Adresse. Öffnen Sie ihn, kehren Sie dann zum Dienst zurück, und melden Sie sich dort wieder an.',
    button: 'Neuen Link senden',
  },
  verifyAddress: {
    title: 'E-Mail-Adresse bestätigen',
    lead: 'Geben Sie Ihr Passwort ein, um zu zeigen, dass Sie diesen Link geöffnet haben.',
    button: 'Adresse bestätigen',
  },
}
