import { type Html, html } from '../../../platform/html.ts'
import type { englishProblems } from '../en/problems.ts'

/** The error pages, in German. */
export const germanProblems: typeof englishProblems = {
  formHolds: (kilobytes: number) => `Ein Formular kann höchstens ${kilobytes}\u00a0kB senden.`,
  returnTo: (program: Html) => html`Zurück zu ${program}`,
  programLapsed: (program: Html) =>
    html`${program} hat eine Stunde gewartet und wartet nicht mehr. Öffnen Sie ${program} noch einmal, um fortzufahren.`,
  problems: {
    'bad-request': {
      title: 'Diese Anfrage ist nicht lesbar',
      what: 'In der Adresse oder im Formular fehlt etwas oder ist etwas beschädigt. Nichts wurde geändert.',
      next: 'Gehen Sie zurück zur Seite, von der Sie kamen, und beginnen Sie dort neu.',
    },
    'too-large': {
      title: 'Dieses Formular ist zu groß',
      what: 'Im Formular steht mehr Text, als wir annehmen. Es wurde nichts geändert.',
      next: 'Gehen Sie zurück, kürzen Sie Ihre Angaben, und senden Sie das Formular noch einmal.',
    },
    forbidden: {
      title: 'Das ist nicht erlaubt',
      what: 'Ihr Konto darf diese Seite nicht öffnen.',
      next: 'Gehen Sie zu Ihrem Konto, oder melden Sie sich mit einem anderen an.',
    },
    'form-expired': {
      title: 'Dieses Formular ist abgelaufen',
      what: 'Die Seite war zu lange offen, oder Ihr Browser sendet keine Cookies. Nichts wurde geändert.',
      next: 'Gehen Sie zurück, laden Sie die Seite neu, und senden Sie das Formular noch einmal. Erlauben Sie Cookies für diese Seite.',
    },
    'form-stale': {
      title: 'Diese Seite ist nicht mehr aktuell',
      what: 'Sie wurde geöffnet, bevor Sie sich zuletzt angemeldet, abgemeldet oder ein neues Passwort gesetzt haben, oder von jemand anderem, der diesen Browser verwendet hat. Nichts wurde geändert.',
      next: 'Öffnen Sie die Seite neu. Wenn Sie ein Formular ausgefüllt haben, füllen Sie es noch einmal aus.',
    },
    'not-found': {
      title: 'Seite nicht gefunden',
      what: 'Unter dieser Adresse gibt es keine Seite.',
      next: 'Prüfen Sie, ob die Adresse vollständig ist, oder beginnen Sie bei Ihrem Konto.',
    },
    'method-not-allowed': {
      title: 'Diese Seite kann man so nicht verwenden',
      what: 'Die Adresse gibt es, aber nicht für diese Art von Anfrage. Nichts wurde geändert.',
      next: 'Gehen Sie zurück, und verwenden Sie die Links und Knöpfe auf der Seite.',
    },
    'too-many': {
      title: 'Zu viele Versuche',
      what: 'Aus Ihrem Netz kamen in kurzer Zeit zu viele Anfragen. Nichts wurde geändert.',
      next: 'Warten Sie einige Minuten, und versuchen Sie es dann noch einmal.',
    },
    unavailable: {
      title: 'Der Dienst ist im Moment nicht verfügbar',
      what: 'Bei uns ist eine Störung aufgetreten. Ihr Konto ist sicher, und nichts wurde geändert.',
      next: 'Versuchen Sie es in einigen Minuten noch einmal.',
    },
    'server-error': {
      title: 'Etwas ist schiefgegangen',
      what: 'Das ist unser Fehler, nicht Ihrer. Er wurde aufgezeichnet.',
      next: 'Versuchen Sie es in einigen Minuten noch einmal. Wenn es wieder geschieht, bitten Sie um Hilfe und nennen die Nummer unten.',
    },
    'invalid-client': {
      title: 'Dieser Dienst kann Sie nicht anmelden',
      what: 'Der Dienst, der Sie hierher geschickt hat, ist uns nicht bekannt oder wurde abgeschaltet.',
      next: 'Kehren Sie zum Dienst zurück, und versuchen Sie es noch einmal. Wenn es wieder geschieht, sagen Sie es den Betreibern des Dienstes.',
    },
    'missing-redirect': {
      title: 'Dieser Dienst kann Sie nicht anmelden',
      what: 'Der Dienst, der Sie hierher geschickt hat, hat nicht gesagt, an welche Adresse Sie zurückkehren. Zu Ihrem Schutz haben wir angehalten.',
      next: 'Kehren Sie zum Dienst zurück, und versuchen Sie es noch einmal. Wenn es wieder geschieht, sagen Sie es den Betreibern des Dienstes.',
    },
    'invalid-redirect': {
      title: 'Dieser Dienst kann Sie nicht anmelden',
      what: 'Der Dienst, der Sie hierher geschickt hat, nannte eine Adresse, die nicht für ihn eingetragen ist. Zu Ihrem Schutz haben wir angehalten.',
      next: 'Kehren Sie zum Dienst zurück, und versuchen Sie es noch einmal. Wenn es wieder geschieht, sagen Sie es den Betreibern des Dienstes.',
    },
    'resume-expired': {
      title: 'Das Anmelden hat zu lange gedauert',
      what: 'Der Dienst, der Sie hierher geschickt hat, wartet nicht mehr auf eine Antwort.',
      next: 'Kehren Sie zum Dienst zurück, und beginnen Sie dort neu. Vielleicht sind Sie schon angemeldet.',
    },
  },
}
