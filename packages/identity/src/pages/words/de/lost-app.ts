import { type Html, html } from '../../../platform/html.ts'
import type { englishLostApp } from '../en/lost-app.ts'
import { plural } from '../plurals.ts'

const days = plural('de', { one: '#\u00a0Tag', other: '#\u00a0Tage' })

/** Lost apps for codes, and new names, in German. */
export const germanLostApp: typeof englishLostApp = {
  lostApp: {
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
    why: 'Wir warten, damit niemand Ihre App entfernen kann, der nur Ihr Passwort und Ihre E-Mails hat.',
    button: 'E-Mail senden',
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
    keepWrong: 'Geben Sie die Adresse ein, an die die E-Mail mit dem Link gesendet wurde',
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
}
