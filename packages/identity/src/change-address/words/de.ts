import { WAS_NOT_ME as NOT_ME } from '../../mail/index.ts'
import { type Html, html } from '../../platform/html.ts'
import { plural } from '../../platform/plurals.ts'
import type { ChangeAddressWords } from './en.ts'
import { de as findings } from './findings/de.ts'

const { sentence: WAS_NOT_ME } = NOT_ME.de
const wholeDays = plural('de', { one: '#\u00a0Tag', other: '#\u00a0Tage' })
/** The setting may be 0: then the change is made when the service looks again. */
const days = (count: number) => (count === 0 ? 'ein paar Minuten' : wholeDays(count))

/** A new address for the account, in German. */
export const de: ChangeAddressWords = {
  limits: {
    newAddresses: 'Verlangte neue E-Mail-Adressen',
  },
  acts: {
    change: {
      title: 'Eine Änderung der Adresse beginnen',
      note: 'Noch ändert sich nichts: eine Wartezeit beginnt, und die alte Adresse bekommt eine E-Mail, deren Link sie aufhält. Danach endet jede Sitzung, und die neue Adresse muss bestätigt werden. Eine Änderung, die schon wartet, wird ersetzt.',
      labels: { to: 'Neue E-Mail-Adresse' },
      nothing: {
        unchanged: 'Die letzte Änderung lässt sich noch rückgängig machen: warten Sie, bis das vorbei ist.',
      },
      says: {
        done: ({ days: count }) =>
          html`Nach ${days(count)} bekommt das Konto die neue Adresse, wenn die alte Adresse es nicht stoppt.`,
        suspended: ({ days: count }) =>
          html`Nach ${days(count)} bekommt das Konto die neue Adresse, wenn die alte Adresse es nicht stoppt und das Konto dann nicht mehr gesperrt ist.`,
      },
      refused: {
        'bad-address': 'Die neue Adresse ist keine E-Mail-Adresse.',
        taken: 'Ein Konto hat diese Adresse.',
      },
    },
    sendWayBack: {
      title: 'Der alten Adresse den Weg zurück noch einmal schicken',
      note: 'Nur der Link in dieser E-Mail hält die Änderung auf oder macht sie rückgängig, und keine Frist wird länger. Ist die Änderung schon erfolgt, erfährt es auch die neue Adresse. Den Link sehen Sie nicht.',
      nothing: { 'nothing-waits': 'Keine Änderung der Adresse wartet oder lässt sich rückgängig machen.' },
      says: {
        done: ({ at }) =>
          html`An die alte Adresse geht eine E-Mail mit dem Weg zurück; ihr Link gilt bis zum ${at}.`,
      },
    },
  },
  link: 'E-Mail-Adresse ändern',
  lostMailbox: {
    summary: 'Ich kann die E-Mails an diese Adresse nicht mehr lesen',
    steps: [
      'Wenn Sie Ihr Passwort wissen oder einen Passkey haben, melden Sie sich an. Ändern Sie dann die Adresse in Ihrem Konto.',
      'Wenn Sie beides nicht haben, wenden Sie sich an die Betreiber dieses Dienstes. Sie prüfen, wer Sie sind, bevor sie die Adresse ändern.',
    ],
  },
  page: {
    title: 'E-Mail-Adresse ändern',
    now: 'Ihre Adresse jetzt',
    lead: (count: number) =>
      `Wir senden eine E-Mail an die neue Adresse. Wenn Sie den Link darin geöffnet haben, warten wir ${days(count)}. Bis dahin melden Sie sich mit der alten Adresse an.`,
    label: 'Neue E-Mail-Adresse',
    hint: 'An diese Adresse senden wir einen Link und einen Code.',
    button: 'Link senden',
    back: 'Zurück zu Ihrem Konto',
    same: 'Geben Sie eine andere Adresse ein: Diese hat Ihr Konto schon',
    proveLead:
      'Um Ihre Adresse zu ändern, geben Sie Ihr Passwort ein oder verwenden Sie einen Passkey. Das gilt 5\u00a0Minuten.',
    waitsTitle: 'Ihre Adresse wird geändert',
    waits: (email: Html, at: Html) =>
      html`Ab ${at} melden Sie sich mit ${email} an. Wenn Sie noch eine andere Adresse angeben, gilt diese statt der ersten.`,
    stopButton: 'Alte Adresse behalten',
    stopped: 'Ihre Adresse bleibt, wie sie ist. Wir haben Ihnen eine E-Mail dazu gesendet.',
    undoOpen: (at: Html) =>
      html`Ihre Adresse wurde geändert. Über die alte Adresse lässt sich das bis zum ${at} rückgängig machen. Danach können Sie sie wieder ändern.`,
    confirmTitle: 'Neue Adresse bestätigen',
    confirmLead: (email: Html) =>
      html`Die neue Adresse ist ${email}. Geben Sie die alte Adresse Ihres Kontos ein, um zu zeigen, dass Sie diesen Link geöffnet haben.`,
    confirmNext: (count: number) => `Dann warten wir ${days(count)}.`,
    oldLabel: 'Alte E-Mail-Adresse',
    confirmWrong: 'Geben Sie die Adresse ein, mit der Sie sich jetzt anmelden',
    confirmButton: 'Neue Adresse bestätigen',
    askedTitle: 'Ihre neue Adresse ist bestätigt',
    asked: (count: number) =>
      `Wir warten ${days(count)}. Dann melden Sie sich mit der neuen Adresse an. Bis dahin gilt die alte.`,
    askedNext:
      'Wir haben eine E-Mail an die alte Adresse gesendet. Damit oder in Ihrem Konto können Sie die Änderung aufhalten.',
    askedButton: 'Zu Ihrem Konto',
    keepTitle: 'E-Mail-Adresse behalten',
    keepLead:
      'Geben Sie die E-Mail-Adresse ein, an die wir den Link gesendet haben. Dann wird Ihre Adresse nicht geändert.',
    undoLead:
      'Geben Sie die E-Mail-Adresse ein, an die wir den Link gesendet haben. Dann hat Ihr Konto wieder diese Adresse. Alle werden abgemeldet, und wir senden Ihnen einen Link für ein neues Passwort.',
    keepWrong: 'Geben Sie die Adresse ein, an die wir den Link gesendet haben',
    keepButton: 'Diese Adresse behalten',
    undoButton: 'Adresse zurückholen',
    keptTitle: 'Ihre Adresse bleibt',
    kept: 'Sie melden sich mit dieser Adresse an. Wenn sie schon geändert war, wurden alle abgemeldet, und wir haben Ihnen einen Link für ein neues Passwort gesendet.',
    keptNext:
      'Wenn Sie nicht um eine andere Adresse gebeten haben, war jemand anderes in Ihrem Konto. Wählen Sie ein neues Passwort.',
    keptButton: 'Neues Passwort wählen',
  },
  sent: {
    lead: (address: Html) =>
      html`Wir haben eine E-Mail an ${address} gesendet. Öffnen Sie den Link darin, um Ihre neue Adresse zu bestätigen.`,
    within: 'Der Link gilt 24\u00a0Stunden.',
  },
  invalid: {
    prove: {
      next: 'Melden Sie sich an und gehen Sie zu Ihrem Konto. Dort können Sie einen neuen Link anfordern.',
      button: 'Zu Ihrem Konto',
    },
    keep: {
      next: 'Vielleicht enthält eine neuere E-Mail einen anderen Link. Wenn Sie keine andere Adresse wollten, wählen Sie ein neues Passwort: Das hält auch eine Änderung auf, die noch wartet.',
      button: 'Konto wiederherstellen',
    },
  },
  holds: {
    waits: {
      less: 'die Änderung der Adresse, die wartet, wird gestoppt',
      more: 'eine Änderung der Adresse beginnt und wartet',
      instead:
        'die Änderung der Adresse, die wartet, wird durch diese ersetzt, und die Wartezeit beginnt von vorn',
    },
    undoable: { less: 'die Änderung der Adresse lässt sich nicht mehr rückgängig machen' },
  },
  events: {
    requested: () => html`Ein Link zum Bestätigen einer neuen E-Mail-Adresse wurde gesendet`,
    begun: () => html`Eine neue E-Mail-Adresse wurde bestätigt. Bis sie gilt, wird gewartet`,
    stopped: () => html`Die Änderung der E-Mail-Adresse wurde gestoppt`,
    changed: () => html`Die E-Mail-Adresse wurde geändert`,
    givenBack: () => html`Die alte E-Mail-Adresse wurde zurückgeholt. Alle wurden abgemeldet`,
    ordered: () => html`Die Betreiber dieses Dienstes haben eine Änderung der E-Mail-Adresse begonnen`,
    wayBackSent: () =>
      html`Die Betreiber dieses Dienstes haben der alten E-Mail-Adresse einen Link geschickt, der sie zurückholt`,
  },
  letters: {
    prove: ({ link }, serviceName) => ({
      subject: 'Bestätigen Sie Ihre neue E-Mail-Adresse',
      before: [
        `Jemand, vermutlich Sie, möchte diese E-Mail-Adresse für ein Konto bei ${serviceName} verwenden. Öffnen Sie diesen Link, um sie zu bestätigen. Noch ist nichts geändert.`,
      ],
      steps: [{ label: 'Adresse bestätigen', link }],
      after: ['Der Link gilt 24\u00a0Stunden.', 'Wenn Sie das nicht waren, brauchen Sie nichts zu tun.'],
    }),
    taken: ({ signInAddress }, serviceName) => ({
      subject: 'Ihre Adresse wurde für ein anderes Konto angegeben',
      before: [
        `Jemand wollte diese E-Mail-Adresse für ein anderes Konto bei ${serviceName} verwenden. Sie hat schon ein Konto, also wurde nichts geändert.`,
      ],
      steps: [{ label: 'Anmelden', address: signInAddress }],
      after: [
        'Wenn Sie das waren, melden Sie sich mit dieser Adresse an. Wenn Sie das nicht waren, brauchen Sie nichts zu tun.',
      ],
    }),
    begun: ({ dueAt, newAddress, link }, serviceName, moment) => ({
      subject: 'Ihre E-Mail-Adresse wird geändert',
      before: [
        `Ihr Konto bei ${serviceName} hat ab ${moment(dueAt)} eine andere E-Mail-Adresse: ${newAddress}. Bis dahin melden Sie sich mit dieser an. Wenn Sie das waren, brauchen Sie nichts zu tun.`,
        'Wenn Sie das nicht waren, behalten Sie Ihre Adresse mit diesem Link. Er braucht kein Passwort.',
      ],
      steps: [{ label: 'Meine Adresse behalten', link }],
      after: [
        'Wenn Sie das nicht waren, war jemand anderes in Ihrem Konto: Wählen Sie auch ein neues Passwort.',
      ],
    }),
    stopped: ({ at }, serviceName, moment) => ({
      subject: 'Ihre E-Mail-Adresse bleibt gleich',
      before: [
        `Die Änderung der E-Mail-Adresse Ihres Kontos bei ${serviceName} wurde gestoppt (${moment(at)}). Sie melden sich weiter mit dieser Adresse an.`,
        WAS_NOT_ME,
      ],
    }),
    changed: ({ until, newAddress, link }, serviceName, moment) => ({
      subject: 'Die E-Mail-Adresse Ihres Kontos wurde geändert',
      before: [
        `Ihr Konto bei ${serviceName} hat jetzt eine andere E-Mail-Adresse: ${newAddress}. Wenn Sie das waren, brauchen Sie nichts zu tun.`,
        `Wenn Sie das nicht waren, holen Sie Ihre Adresse bis ${moment(until)} mit diesem Link zurück. Dann werden alle abgemeldet, und Sie wählen ein neues Passwort.`,
      ],
      steps: [{ label: 'Das war ich nicht: Adresse zurückholen', link }],
      after: ['Wenn Sie das nicht waren, sagen Sie auch den Betreibern des Dienstes Bescheid.'],
    }),
    isNew: ({ at }, serviceName, moment) => ({
      subject: 'Sie melden sich jetzt mit dieser Adresse an',
      before: [
        `Ihr Konto bei ${serviceName} hat jetzt diese E-Mail-Adresse (${moment(at)}). Melden Sie sich von nun an mit ihr an. Wenn Sie das waren, brauchen Sie nichts zu tun.`,
        WAS_NOT_ME,
      ],
    }),
    wayBack: ({ at, signInAddress }, serviceName, moment) => ({
      subject: 'Jemand will die alte E-Mail-Adresse zurück',
      before: [
        `Jemand hat den Betreibern von ${serviceName} gesagt, dass die E-Mail-Adresse dieses Kontos nicht geändert werden sollte. Sie haben der alten Adresse eine E-Mail geschickt (${moment(at)}). Ein Link darin gibt dem Konto seine alte Adresse zurück und meldet alle ab.`,
        'Wenn Sie das nicht waren und die Adresse selbst geändert haben, sagen Sie den Betreibern des Dienstes Bescheid.',
      ],
      steps: [{ label: 'Anmelden', address: signInAddress }],
    }),
    givenBack: ({ at, signInAddress }, serviceName, moment) => ({
      subject: 'Ihr Konto hat wieder die alte E-Mail-Adresse',
      before: [
        `Ihr Konto bei ${serviceName} hat wieder seine alte E-Mail-Adresse (${moment(at)}), denn jemand hat den Link in unserer E-Mail an diese alte Adresse verwendet. Alle wurden abgemeldet. Mit der Adresse, an die diese E-Mail gesendet wurde, melden Sie sich nicht mehr an.`,
        'Wenn Sie das nicht waren, liest vielleicht jemand anderes die E-Mails Ihrer alten Adresse. Sagen Sie den Betreibern des Dienstes Bescheid.',
      ],
      steps: [{ label: 'Anmelden', address: signInAddress }],
    }),
    givenBackSuspended: ({ at, signInAddress }, serviceName, moment) => ({
      subject: 'Ihr Konto gehört wieder Ihnen und ist gesperrt',
      before: [
        `Ihr Konto bei ${serviceName} hat wieder diese E-Mail-Adresse (${moment(at)}), denn jemand hat den Link in unserer E-Mail verwendet. Alle wurden abgemeldet, und das Passwort gilt nicht mehr. Die Betreiber des Dienstes haben das Konto gesperrt, deshalb kann sich noch niemand anmelden.`,
        'Wenn die Sperre endet, drücken Sie auf der Anmeldeseite „Passwort vergessen?“. Wenn Sie das nicht waren, liest vielleicht jemand anderes Ihre E-Mails. Sagen Sie den Betreibern des Dienstes Bescheid.',
      ],
      steps: [{ label: 'Anmelden', address: signInAddress }],
    }),
  },
  findings,
}
