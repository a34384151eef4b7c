import { type Html, html } from '../../../platform/html.ts'
import type { englishChangeAddress } from '../en/change-address.ts'
import { plural } from '../plurals.ts'

const days = plural('de', { one: '#\u00a0Tag', other: '#\u00a0Tage' })

/** A new address for the account, in German. */
export const germanChangeAddress: typeof englishChangeAddress = {
  changeAddress: {
    link: 'E-Mail-Adresse ändern',
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
      'Geben Sie die E-Mail-Adresse ein, an die die E-Mail mit dem Link gesendet wurde. Dann wird Ihre Adresse nicht geändert.',
    undoLead:
      'Geben Sie die E-Mail-Adresse ein, an die die E-Mail mit dem Link gesendet wurde. Dann hat Ihr Konto wieder diese Adresse. Alle werden abgemeldet, und wir senden Ihnen einen Link für ein neues Passwort.',
    keepWrong: 'Geben Sie die Adresse ein, an die die E-Mail mit dem Link gesendet wurde',
    keepButton: 'Diese Adresse behalten',
    undoButton: 'Adresse zurückholen',
    keptTitle: 'Ihre Adresse bleibt',
    kept: 'Sie melden sich mit dieser Adresse an. Wenn sie schon geändert war, wurden alle abgemeldet, und wir haben Ihnen einen Link für ein neues Passwort gesendet.',
    keptNext:
      'Wenn Sie nicht um eine andere Adresse gebeten haben, war jemand anderes in Ihrem Konto. Wählen Sie ein neues Passwort.',
    keptButton: 'Neues Passwort wählen',
    lostMailbox: 'Ich kann die E-Mails an diese Adresse nicht mehr lesen',
    lostMailboxSteps: [
      'Wenn Sie Ihr Passwort wissen oder einen Passkey haben, melden Sie sich an. Ändern Sie dann die Adresse in Ihrem Konto.',
      'Wenn Sie beides nicht haben, wenden Sie sich an die Betreiber dieses Dienstes. Sie prüfen, wer Sie sind, bevor sie die Adresse ändern.',
    ],
  },
}
