import { type Html, html } from '../../../platform/html.ts'
import type { ChangeFindingWords } from './en.ts'

const sent = (at: Html) => html`Die E-Mail mit dem Rückweg ging am ${at} an die alte Adresse.`
const sentAgain = (at: Html) => html`Die E-Mail mit dem Rückweg wurde am ${at} noch einmal gesendet.`

/** What a supporter is told of a new address, in German. */
export const de: ChangeFindingWords = {
  'address-change-waits': {
    asked: (at) => html`Am ${at} wurde eine neue Adresse verlangt.`,
    from: (at) => html`Ab dem ${at} gilt sie für die Anmeldung, bis dahin gilt die alte.`,
    sent,
    sentAgain,
    signIn: 'Melden Sie sich vorerst mit der alten Adresse an.',
    pressLink:
      'Wenn Sie das nicht verlangt haben, öffnen Sie den Link in der E-Mail, die an die alte Adresse ging.',
    stopInAccount:
      'Die E-Mail dazu hat die alte Adresse nicht erreicht. Wenn Sie das nicht verlangt haben, drücken Sie in Ihrem Konto „Alte Adresse behalten“, und wählen Sie ein neues Passwort.',
  },
  'address-link-waits': {
    asked: (at) =>
      html`Am ${at} wurde eine neue Adresse verlangt und eine E-Mail mit einem Link an sie geschrieben.`,
    works: (at) =>
      html`Noch hat niemand diesen Link geöffnet. Er gilt bis zum ${at}. Bis er geöffnet ist, ändert sich nichts.`,
    openLink:
      'Öffnen Sie den Link in der neuesten E-Mail an die neue Adresse. Bis der Wechsel vollzogen ist, melden Sie sich mit der Adresse an, die Sie jetzt haben.',
    askAgain:
      'Unsere E-Mail hat die neue Adresse nicht erreicht. Melden Sie sich mit der Adresse an, die Sie jetzt haben, und verlangen Sie die neue in Ihrem Konto noch einmal: richtig geschrieben, oder eine andere.',
    notMe: 'Wenn Sie das nicht verlangt haben, wählen Sie ein neues Passwort.',
  },
  'new-address-link-waits': {
    asked: (at) =>
      html`Ein Konto hat am ${at} verlangt, zu dieser Adresse zu wechseln. Es hat sie noch nicht.`,
    works: (at) =>
      html`Der Link in der E-Mail an diese Adresse gilt bis zum ${at}. Nachdem er geöffnet wurde, wartet das Konto einige Tage.`,
    tell: 'Öffnen Sie den Link in der neuesten E-Mail an diese Adresse. Bis der Wechsel vollzogen ist, melden Sie sich mit der alten Adresse an.',
  },
  'new-address-link-expired': {
    asked: (at) => html`Ein Konto hat am ${at} verlangt, zu dieser Adresse zu wechseln. Es hat sie nicht.`,
    ended: (at) =>
      html`Niemand hat den Link in der E-Mail an diese Adresse geöffnet, bevor er am ${at} ablief.`,
    tell: 'Melden Sie sich mit der alten Adresse an, und verlangen Sie die neue in Ihrem Konto noch einmal.',
  },
  'new-address-waits': {
    asked: (at) => html`Ein Konto wechselt zu dieser Adresse. Der Wechsel begann am ${at}.`,
    from: (at) => html`Ab dem ${at} gilt sie für die Anmeldung, bis dahin gilt die alte.`,
    tell: (at) => html`Melden Sie sich bis zum ${at} mit der alten Adresse an, danach mit dieser.`,
  },
  'address-changed': {
    lost: (at) =>
      html`Das war bis zum ${at} die Adresse des Kontos. Jetzt hat das Konto eine andere, und mit dieser hier meldet sich niemand mehr an. Hat die Person am Telefon das nicht selbst getan, dann hat jemand anderes das Konto übernommen, oder es gehört dieser Person nicht.`,
    hasNoMailbox: (command) =>
      html`Hat die Person nachgewiesen, wer sie ist, hat sie das nicht selbst getan, und kann sie das alte Postfach nicht lesen, dann halten Sie alle draußen, bis es geklärt ist: ${command}`,
    changed: (at) => html`Die Adresse wurde am ${at} geändert. Mit der alten meldet sich niemand mehr an.`,
    undo: (at) =>
      html`Damals ging eine E-Mail an die alte Adresse. Ein Link darin holt die Adresse zurück, bis zum ${at}.`,
    sent,
    sentAgain,
    useNew: 'Waren Sie es selbst, dann melden Sie sich mit der neuen Adresse an.',
    takeBack: (at) =>
      html`Wenn Sie die Adresse nicht selbst geändert haben, öffnen Sie im alten Postfach die neueste E-Mail dazu: Ihr Link holt Ihr Konto zurück, bis zum ${at}. Mit „Passwort vergessen?“ und der alten Adresse kommt dieser Link noch einmal.`,
    takeBackLater: (at) =>
      html`Wenn Sie die Adresse nicht selbst geändert haben: Ihr E-Mail-Anbieter nimmt unsere E-Mail mit dem Rückweg nicht an. Prüfen Sie, ob das alte Postfach voll ist. Nimmt es wieder E-Mails an, drücken Sie „Passwort vergessen?“ mit der alten Adresse: Dann kommt die E-Mail noch einmal. Ihr Link holt Ihr Konto zurück, bis zum ${at}.`,
    useThis: 'Melden Sie sich mit dieser Adresse an.',
  },
}
