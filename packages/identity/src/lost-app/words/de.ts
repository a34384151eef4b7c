import { WAS_NOT_ME as NOT_ME } from '../../mail/index.ts'
import { type Html, html } from '../../platform/html.ts'
import { plural } from '../../platform/plurals.ts'
import type { LostAppWords } from './en.ts'

const { sentence: WAS_NOT_ME } = NOT_ME.de
const days = plural('de', { one: '#\u00a0Tag', other: '#\u00a0Tage' })

/** Lost apps for codes, in German. */
export const de: LostAppWords = {
  limits: {
    lostApps: 'Als verloren gemeldete Apps für Codes',
  },
  acts: {
    remove: {
      title: 'Die Entfernung einer verlorenen App beginnen',
      note: 'Noch wird nichts entfernt: eine Wartezeit beginnt, und bis zu ihrem Ende wird ein Code verlangt. Eine E-Mail sagt es sofort. Ihr Link oder eine Anmeldung mit einem Code oder Passkey hält es auf.',
      nothing: {
        suspended: 'Das Konto ist gesperrt: entscheiden Sie zuerst darüber.',
        'no-app': 'Das Konto verlangt keinen Code.',
        waits: 'Eine Entfernung wartet schon.',
      },
      says: {
        done: ({ at }) =>
          html`Ab dem ${at} wird die Person nach keinem Code mehr gefragt, wenn nicht der Link in der E-Mail oder eine Anmeldung mit Code es stoppt.`,
      },
    },
  },
  page: {
    link: 'Ich habe mein Telefon und meine Ersatzcodes verloren',
    title: 'Haben Sie Ihr Telefon verloren?',
    lead: (count: number) =>
      `Wenn Ihre App und Ihre Ersatzcodes weg sind, können wir sie entfernen. Vorher warten wir ${days(count)}.`,
    steps: [
      'Wir senden Ihnen eine E-Mail. Öffnen Sie den Link darin, und geben Sie noch einmal Ihr Passwort ein.',
      'Dann beginnt die Wartezeit. Sie bekommen sofort eine E-Mail und noch eine am Tag vor dem Ende.',
      'In beiden ist ein Link, der es aufhält. Auch wer sich mit einem Code oder einem Passkey anmeldet, hält es auf.',
      'Danach melden Sie sich mit Ihrem Passwort allein an. Dann können Sie eine neue App hinzufügen.',
    ],
    why: 'Wir warten, um Sie zu schützen. Wer Ihr Passwort kennt und Ihre E-Mails liest, könnte das auch verlangen.',
    button: 'E-Mail senden',
    askedBeforeTitle: 'Haben Sie es schon beantragt?',
    askedBefore: [
      'Dann läuft die Wartezeit weiter. In unserer E-Mail steht, an welchem Tag sie endet, und ein Link, der es aufhält.',
      'Wenn Sie die E-Mail nicht finden, beantragen Sie es hier noch einmal. Die Zeit bleibt gleich, und wir nennen Ihnen den Tag noch einmal.',
      'Auch ein neues Passwort oder eine neue E-Mail-Adresse für Ihr Konto hält es auf. Dann müssen Sie es noch einmal beantragen.',
    ],
    back: 'Zurück zum Code',
    confirmTitle: 'Verlorene App entfernen',
    confirmLead: (count: number) =>
      `Geben Sie Ihr Passwort ein. Dann warten wir ${days(count)} und entfernen Ihre Apps und Ihre Ersatzcodes.`,
    confirmButton: 'Wartezeit beginnen',
    askedTitle: 'Die Wartezeit hat begonnen',
    asked: (count: number) =>
      `Wir entfernen Ihre Apps und Ihre Ersatzcodes ${days(count)}, nachdem Sie das erste Mal darum gebeten haben. Wann das ist, steht in der E-Mail, die wir Ihnen gesendet haben.`,
    askedUntil: (at: Html) =>
      html`Wir entfernen Ihre Apps und Ihre Ersatzcodes am ${at}. Wir haben Ihnen eine E-Mail dazu gesendet.`,
    found:
      'Wenn Sie vorher Ihr Telefon oder einen Ersatzcode finden, melden Sie sich damit an. Dann bleibt alles.',
    keepTitle: 'Apps für Codes behalten',
    keepLead:
      'Geben Sie die E-Mail-Adresse Ihres Kontos ein, um zu zeigen, dass Sie diesen Link geöffnet haben. Dann werden Ihre Apps nicht entfernt.',
    keepWrong: 'Geben Sie die Adresse ein, an die wir den Link gesendet haben',
    keepButton: 'Nicht entfernen',
    keptTitle: 'Ihre Apps bleiben',
    kept: 'Nichts wird entfernt. Wir fragen beim Anmelden weiter nach einem Code.',
    keptNext:
      'Wenn Sie nicht darum gebeten haben, kennt jemand Ihr Passwort und liest Ihre E-Mails. Wählen Sie hier ein neues Passwort, und eines für Ihr Postfach.',
    keptButton: 'Neues Passwort wählen',
    waitsTitle: 'Ihre Apps werden entfernt',
    waits: (at: Html) =>
      html`Jemand hat gesagt, dass Ihr Telefon verloren ist. Wir entfernen Ihre Apps und Ihre Ersatzcodes am ${at}.`,
    stopped: 'Es wird nichts entfernt. Wir haben Ihnen eine E-Mail dazu gesendet.',
  },
  sent: {
    lead: (address: Html) =>
      html`Wir haben eine E-Mail an ${address} gesendet. Öffnen Sie den Link darin, um fortzufahren.`,
    within: 'Der Link gilt 30\u00a0Minuten und nur einmal.',
  },
  invalid: {
    ask: {
      next: 'Melden Sie sich noch einmal mit Ihrem Passwort an. Dort können Sie einen neuen Link anfordern.',
      button: 'Zur Anmeldung',
    },
    keep: {
      next: 'Vielleicht wurde das Entfernen schon gestoppt. Melden Sie sich an, um zu sehen, ob Ihre Apps noch da sind.',
      button: 'Zu Ihren Codes',
    },
  },
  holds: {
    removal: {
      less: 'die Entfernung der Apps für Codes, die wartet, wird gestoppt',
      more: 'die Entfernung der Apps für Codes beginnt und wartet',
    },
  },
  events: {
    reported: () => html`Jemand gab das Passwort ein und sagte, dass das Telefon mit der App verloren ist`,
    requested: () => html`Das Entfernen der verlorenen Apps für Codes wurde verlangt`,
    ordered: () =>
      html`Die Betreiber dieses Dienstes haben begonnen, die verlorenen Apps für Codes zu entfernen`,
    stopped: () => html`Das Entfernen der Apps für Codes wurde gestoppt`,
    done: () => html`Die verlorenen Apps für Codes und die Ersatzcodes wurden entfernt`,
    reminded: () => html`Eine zweite E-Mail kündigte an, dass die verlorenen Apps für Codes entfernt werden`,
  },
  letters: {
    report: ({ link }, serviceName) => ({
      subject: 'Bestätigen Sie den Verlust Ihres Telefons',
      before: [
        `Jemand hat das Passwort Ihres Kontos bei ${serviceName} eingegeben und sagt, dass das Telefon mit der App für Codes verloren ist. Wenn Sie das waren, öffnen Sie diesen Link, um fortzufahren. Noch wird nichts entfernt.`,
      ],
      steps: [{ label: 'Fortfahren', link }],
      after: [
        'Der Link gilt 30\u00a0Minuten und nur einmal.',
        'Wenn Sie das nicht waren, kennt jemand Ihr Passwort: Wählen Sie sofort ein neues. Ohne Code kommt damit niemand hinein.',
      ],
    }),
    requested: ({ dueAt, link }, serviceName, moment) => ({
      subject: 'Ihre Apps für Codes werden entfernt',
      before: [
        `Jemand, vermutlich Sie, hat uns gesagt, dass die App für Codes Ihres Kontos bei ${serviceName} verloren ist. Wir entfernen Ihre Apps und Ihre Ersatzcodes am ${moment(dueAt)}. Danach genügt Ihr Passwort allein.`,
        'Wenn Sie Ihr Telefon gefunden haben oder nicht darum gebeten haben, halten Sie das mit diesem Link auf.',
      ],
      steps: [{ label: 'Nicht entfernen', link }],
      after: [
        'Auch wer sich mit einem Code, einem Ersatzcode oder einem Passkey anmeldet, hält es auf.',
        'Wenn Sie das nicht waren, kennt jemand Ihr Passwort und liest Ihre E-Mails: Wählen Sie für beides neue Passwörter.',
      ],
    }),
    ordered: ({ dueAt, link }, serviceName, moment) => ({
      subject: 'Der Helpdesk entfernt Ihre Apps für Codes',
      before: [
        `Jemand, vermutlich Sie, hat den Betreibern von ${serviceName} gesagt, dass die App für Codes Ihres Kontos verloren ist. Wir entfernen Ihre Apps und Ihre Ersatzcodes am ${moment(dueAt)}. Danach genügt Ihr Passwort allein.`,
        'Wenn Sie Ihr Telefon gefunden haben oder nicht darum gebeten haben, halten Sie das mit diesem Link auf.',
      ],
      steps: [{ label: 'Nicht entfernen', link }],
      after: [
        'Auch wer sich mit einem Code, einem Ersatzcode oder einem Passkey anmeldet, hält es auf.',
        'Wenn Sie das nicht waren, sagen Sie auch den Betreibern des Dienstes Bescheid: Jemand hat mit ihnen in Ihrem Namen gesprochen.',
      ],
    }),
    soon: ({ dueAt, link }, serviceName, moment) => ({
      subject: 'Ihre Apps für Codes werden bald entfernt',
      before: [
        `Wie angekündigt entfernen wir die Apps für Codes und die Ersatzcodes Ihres Kontos bei ${serviceName} am ${moment(dueAt)}. Danach genügt Ihr Passwort allein.`,
        'Wenn Sie Ihr Telefon gefunden haben oder nicht darum gebeten haben, halten Sie das mit diesem Link auf.',
      ],
      steps: [{ label: 'Nicht entfernen', link }],
      after: [
        'Auch wer sich mit einem Code, einem Ersatzcode oder einem Passkey anmeldet, hält es auf.',
        'Wenn Sie das nicht waren, kennt jemand Ihr Passwort und liest Ihre E-Mails: Wählen Sie für beides neue Passwörter.',
      ],
    }),
    stopped: ({ at }, serviceName, moment) => ({
      subject: 'Ihre Apps für Codes bleiben',
      before: [
        `Das Entfernen Ihrer Apps für Codes bei ${serviceName} wurde gestoppt (${moment(at)}). Wir fragen weiter nach dem Passwort auch nach einem Code. Wenn Sie das waren, brauchen Sie nichts zu tun.`,
        WAS_NOT_ME,
      ],
    }),
    done: ({ at }, serviceName, moment) => ({
      subject: 'Ihre verlorenen Apps für Codes wurden entfernt',
      before: [
        `Die Wartezeit ist vorbei. Die Apps für Codes und die Ersatzcodes Ihres Kontos bei ${serviceName} wurden entfernt (${moment(at)}). Ihr Passwort allein genügt jetzt: Fügen Sie eine neue App oder einen Passkey hinzu. Wenn Sie das waren, brauchen Sie sonst nichts zu tun.`,
        WAS_NOT_ME,
      ],
    }),
  },
  linkAsked: (at: Html) =>
    html`Am ${at} wurde eine E-Mail verlangt, mit der die verlorene App für Codes entfernt wird.`,
  findings: {
    'app-removal-waits': {
      asked: (at) =>
        html`Am ${at} hat jemand mit dem Passwort oder aus der Betreuung gesagt, dass die App für Codes verloren ist.`,
      due: (at) =>
        html`Sie wird am ${at} entfernt, wenn nicht vorher eine Anmeldung mit Code oder ein Link in den E-Mails das aufhält.`,
      sooner: (command) => html`Früher nur mit einem Nachweis, wer anruft: ${command}`,
      recoveryCode:
        'Wenn Sie einen Ersatzcode haben, geben Sie ihn dort ein, wo nach dem Code gefragt wird: Damit kommen Sie sofort hinein, und das Entfernen wird aufgehalten. Entfernen Sie die verlorene App dann selbst, im Konto auf der Seite für Codes.',
      until: (at) => html`Bis zum ${at} fragen wir weiter nach einem Code. Danach genügt das Passwort.`,
      notYou:
        'Wenn Sie das nicht verlangt haben, öffnen Sie den Link in der E-Mail, die wir Ihnen dazu gesendet haben.',
    },
  },
}
