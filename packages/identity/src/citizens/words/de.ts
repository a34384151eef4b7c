import { html } from '../../platform/html.ts'
import { NO_END } from '../../platform/room/holds.ts'
import type { CitizenWords } from './en.ts'

/** Acts on an account, in German. */
export const de: CitizenWords = {
  acts: {
    suspend: {
      title: 'Das Konto sperren',
      note: 'Das beendet jede Sitzung in allen Diensten, jeden Link in einer E-Mail, der anmeldet oder ein Passwort setzt, und was am Konto wartet. Bis zum Ende kann sich niemand anmelden. Passwort, Passkeys und Apps bleiben. Es geht keine E-Mail hinaus.',
      labels: { cause: 'Ursache', until: 'Bis wann, etwa 30d oder 2026-03-01' },
      choices: {
        cause: {
          'taken-over': 'Das Konto wurde übernommen',
          misuse: 'Missbrauch',
          'asked-for': 'Auf eigenen Wunsch',
          deceased: 'Die Person ist gestorben',
          order: 'Anordnung eines Gerichts oder einer Behörde',
          other: 'Ein anderer Grund',
          '': 'Keine Angabe: eine bestehende Sperre behält ihren Grund',
        },
      },
      nothing: { endless: 'Das Konto ist gesperrt, bis jemand die Anmeldung wieder erlaubt.' },
      says: {
        done: 'Das Konto ist gesperrt; alle Sitzungen und Zugänge sind beendet.',
        until: ({ at }) =>
          html`Das Konto ist bis zum ${at} gesperrt; alle Sitzungen und Zugänge sind beendet.`,
        already: 'Das Konto war schon so lange oder länger gesperrt; nichts hat sich geändert.',
      },
    },
    reinstate: {
      title: 'Die Anmeldung wieder erlauben',
      note: 'Die Anmeldung ist wieder wie zuvor möglich. Was die Sperre beendet hat, bleibt beendet. Es geht keine E-Mail hinaus.',
      nothing: { notSuspended: 'Das Konto ist nicht gesperrt.' },
      says: {
        done: 'Die Person kann sich wieder anmelden.',
        already: 'Das Konto war nicht gesperrt; nichts hat sich geändert.',
      },
    },
    requireVerification: {
      title: 'Die Adresse noch einmal bestätigen lassen',
      note: 'Das beendet jede Sitzung in allen Diensten, jeden Link in einer E-Mail, der anmeldet oder ein Passwort setzt, und was am Konto wartet. Die Anmeldung ist wieder möglich, aber kein Dienst, bevor die Adresse bestätigt ist. Es geht keine E-Mail hinaus.',
      nothing: { unverified: 'Die Adresse muss schon noch einmal bestätigt werden.' },
      says: {
        done: 'Die Person muss die Adresse noch einmal bestätigen; alle Sitzungen und Zugänge sind beendet.',
        already: 'Die Adresse musste schon bestätigt werden; nichts hat sich geändert.',
      },
    },
    signOut: {
      title: 'Überall abmelden',
      note: 'Das beendet jede Sitzung in allen Diensten, jeden Link in einer E-Mail, der anmeldet oder ein Passwort setzt, und was am Konto wartet. Passwort, Passkeys und Apps bleiben, und die Anmeldung ist gleich wieder möglich. Es geht keine E-Mail hinaus.',
      nothing: { nobody: 'Niemand ist angemeldet, und nichts wartet, was damit endet.' },
      says: {
        done: 'Die Person ist überall abgemeldet.',
        already: 'Die Person war schon abgemeldet; nichts hat sich geändert.',
      },
    },
    forgive: {
      title: 'Die falschen Passwörter in Folge vergessen',
      note: 'Eine Wartezeit nach falschen Passwörtern läuft bis zu ihrem Ende weiter. Sie dauert höchstens 15 Minuten.',
      nothing: { noFailures: 'Es gibt keine falschen Passwörter in Folge.' },
      says: {
        done: 'Die Person kann sich wieder mit einem neuen Browser anmelden; eine Wartezeit nach falschen Passwörtern läuft bis zu ihrem Ende weiter.',
        already:
          'Es gab keine falschen Passwörter in Folge; eine Wartezeit nach falschen Passwörtern läuft bis zu ihrem Ende weiter; nichts hat sich geändert.',
      },
    },
    close: {
      title: 'Das Konto für immer schließen',
      note: 'Niemand kann es rückgängig machen. Das löscht Name, Adresse, Telefonnummer und alles, womit man sich anmeldet, und beendet jede Sitzung in allen Diensten. Die Adresse darf jeder neu registrieren. Es geht keine E-Mail hinaus.',
      says: {
        done: 'Das Konto ist geschlossen: Alle Zugänge sind beendet, die persönlichen Daten gelöscht, die Adresse ist frei.',
        already: 'Das Konto war schon geschlossen; nichts hat sich geändert.',
      },
    },
  },
  holds: {
    active: { less: 'niemand kann sich mehr anmelden', more: 'die Person kann sich wieder anmelden' },
    verified: { less: 'die Person kommt in keinen Dienst, bis die Adresse wieder bestätigt ist' },
    person: { less: 'Name, Adresse, Telefonnummer und Passwort werden für immer gelöscht' },
    suspension: {
      more: (_, end, when) =>
        end === NO_END
          ? html`das Konto bleibt gesperrt, bis jemand die Anmeldung wieder erlaubt`
          : html`das Konto bleibt bis zum ${when(end)} gesperrt`,
    },
  },
  events: {
    suspended: () => html`Die Betreiber dieses Dienstes haben das Konto gesperrt`,
    reinstated: () => html`Die Betreiber dieses Dienstes haben das Konto wieder geöffnet`,
    suspensionEnded: () => html`Die Sperre des Kontos ist zu Ende`,
    verificationRequired: () =>
      html`Die Betreiber dieses Dienstes haben verlangt, dass die Adresse noch einmal bestätigt wird`,
    accessEnded: () => html`Jeder Zugang zum Konto wurde beendet`,
    signedOut: () => html`Die Betreiber dieses Dienstes haben dieses Konto überall abgemeldet`,
    wasNotMe: () =>
      html`Es wurde gemeldet, dass jemand anders im Konto war. Alle wurden abgemeldet, und das Passwort gilt nicht mehr`,
    closed: () => html`Das Konto wurde für immer geschlossen`,
  },
  findings: {
    'account-suspended': {
      suspended: 'Die Betreuung hat das Konto gesperrt.',
      suspendedOn: (at) => html`Die Betreuung hat das Konto am ${at} gesperrt.`,
      broughtSuspended: (at) =>
        html`Das Konto war schon gesperrt, als es am ${at} aus einem anderen System kam. Der Grund ist hier nicht bekannt.`,
      suspendedThere: (at) => html`Dort wurde es am ${at} gesperrt.`,
      lasts: 'Die Sperre gilt, bis die Betreuung sie aufhebt.',
      ends: (at) => html`Die Sperre endet am ${at}.`,
      causes: {
        'taken-over': 'Die Ursache: Jemand anderes verwendet das Konto.',
        misuse: 'Die Ursache: Das Konto wird für Unerlaubtes verwendet.',
        'asked-for': 'Die Ursache: Die Person hat es selbst verlangt.',
        deceased: 'Die Ursache: Die Person ist gestorben.',
        order: 'Die Ursache: Ein Gericht oder eine Behörde ordnet es an.',
      },
      unknownCause: (cause) => html`Die Ursache: ${cause}.`,
      reason: (reason) => html`Der Grund, den die Betreuung angab, nicht zum Weitersagen: „${reason}“.`,
      by: (operator) => html`Gesperrt hat es ${operator}.`,
      noReason: 'Den Grund hat das Protokoll nicht mehr.',
      mayDo: (command) => html`Wer darüber entscheidet, hebt die Sperre auf mit: ${command}`,
      mayDoEarlier: (command) => html`Wer darüber entscheidet, hebt die Sperre vorher auf mit: ${command}`,
      tell: 'Ihr Konto ist gesperrt.',
      tellUntil: (at) => html`Ihr Konto ist bis zum ${at} gesperrt.`,
      password: 'Ein neues Passwort ändert daran nichts.',
      afterwards: 'Danach melden Sie sich an wie immer.',
    },
    'account-closed': {
      closed: 'Das Konto ist endgültig geschlossen.',
      closedOn: (at) => html`Das Konto wurde am ${at} endgültig geschlossen.`,
      erased: 'Die persönlichen Daten sind gelöscht.',
      tell: 'Dieses Konto ist geschlossen und kann nicht wieder geöffnet werden. Sie können ein neues anlegen, auch mit derselben Adresse.',
    },
    'address-not-verified': {
      unverified: 'Die Adresse muss bestätigt werden.',
      since: (at) => html`Seit dem ${at} muss die Adresse noch einmal bestätigt werden.`,
      untilThen: 'Bis dahin kommt die Person in keinen Dienst.',
      reason: (reason) => html`Der Grund, den die Betreuung angab, nicht zum Weitersagen: „${reason}“.`,
      signIn:
        'Öffnen Sie einen Dienst, und melden Sie sich an. Eine Seite sagt, dass die Adresse bestätigt werden muss: Drücken Sie dort „Neuen Link senden“, und öffnen Sie den Link in der E-Mail.',
      notThere: 'Die Seite Ihres Kontos sendet keinen Link.',
      lostMailbox:
        'Können Sie unter dieser Adresse keine E-Mails mehr lesen, dann melden Sie sich nur in Ihrem Konto an, ohne einen Dienst, und ändern Sie die Adresse dort.',
      orRecover:
        'Wenn Sie das Passwort nicht wissen, drücken Sie „Passwort vergessen?“: Wer ein neues wählt, hat auch die Adresse bestätigt.',
    },
    'no-password': {
      found: 'Bei diesem Konto gilt kein Passwort, bis ein neues gewählt wird.',
      wasNotMe: (at) =>
        html`Am ${at} hat jemand im Konto oder mit dem Link einer E-Mail „Das war ich nicht“ gesagt: Das hat jeden Zugang und das Passwort beendet.`,
      givenBack: (at) =>
        html`Am ${at} hat jemand mit dem Link einer E-Mail die Adresse zurückgeholt: Das hat jeden Zugang und das Passwort beendet.`,
      brought: (at) =>
        html`Das Konto kam am ${at} aus einem anderen System, ohne ein Passwort, das sich vergleichen lässt.`,
      unknown:
        'Die Person sagte „Das war ich nicht“ oder holte eine Adresse zurück, oder das Konto kam aus einem anderen System ohne ein Passwort, das sich vergleichen lässt.',
      tell: 'Drücken Sie auf der Anmeldeseite „Passwort vergessen?“, und wählen Sie mit dem Link in der E-Mail ein neues Passwort.',
    },
  },
}
