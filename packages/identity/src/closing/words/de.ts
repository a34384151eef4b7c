import { WAS_NOT_ME as NOT_ME } from '../../mail/index.ts'
import { type Html, html } from '../../platform/html.ts'
import type { ClosingWords } from './en.ts'

const { sentence: WAS_NOT_ME } = NOT_ME.de

/** Closing the account, in German. */
export const de: ClosingWords = {
  limits: {
    closings: 'Verlangte Schließungen des Kontos',
  },
  link: 'Konto schließen',
  page: {
    title: 'Konto schließen',
    lead: (days: number) =>
      days === 1
        ? 'Sie werden sofort überall abgemeldet. Nach 1\u00a0Tag wird das Konto für immer geschlossen.'
        : `Sie werden sofort überall abgemeldet. Nach ${days}\u00a0Tagen wird das Konto für immer geschlossen.`,
    effects: [
      'Um das Konto zu behalten, melden Sie sich vorher wieder an.',
      'An diesem Tag werden Ihr Name, Ihre E-Mail-Adresse und Ihre Telefonnummer hier gelöscht. Niemand kann sie zurückholen.',
      'Mit diesem Konto können Sie sich bei keinem Dienst mehr anmelden.',
      'Dienste behalten, was sie über Sie wissen. Bitten Sie jeden, es zu löschen.',
    ],
    copy: 'Möchten Sie vorher eine Kopie?',
    kept: 'Sie wollten Ihr Konto schließen und haben sich wieder angemeldet. Darum bleibt es offen.',
    proveLead:
      'Um Ihr Konto zu schließen, geben Sie Ihr Passwort ein oder verwenden Sie einen Passkey. Das gilt 5\u00a0Minuten.',
    button: 'Mein Konto schließen',
    back: 'Mein Konto behalten',
  },
  asked: {
    title: 'Ihr Konto wird geschlossen',
    when: (at: Html) => html`Sie sind überall abgemeldet. Das Konto wird am ${at} geschlossen.`,
    wayBack:
      'Wenn Sie es sich anders überlegen, melden Sie sich vorher an: Dann bleibt es offen. Wir haben Ihnen dazu eine E-Mail gesendet.',
    button: 'Anmelden und das Konto behalten',
  },
  lost: {
    title: 'Wollten Sie Ihr Konto schließen?',
    sentences: [
      'Es bleibt offen, solange Sie hier warten, und noch zwei Wochen danach. Den Tag nennen wir Ihnen in einer E-Mail.',
      'Melden Sie sich vor diesem Tag an, um Ihr Konto zu behalten. Sonst schließen wir es.',
    ],
  },
  holds: { closing: { less: 'die Schließung des Kontos, die wartet, wird gestoppt' } },
  events: {
    requested: () => html`Alle wurden abgemeldet, weil das Konto geschlossen werden soll`,
    calledOff: () => html`Jemand hat sich wieder angemeldet, darum bleibt das Konto offen`,
  },
  letters: {
    requested: ({ dueAt, signInAddress }, serviceName, moment) => ({
      subject: 'Ihr Konto wird geschlossen',
      before: [
        `Sie wollten Ihr Konto bei ${serviceName} schließen. Sie sind überall abgemeldet, und das Konto wird am ${moment(dueAt)} für immer geschlossen.`,
        'Wenn Sie das nicht waren oder es sich anders überlegen, melden Sie sich vorher an: Dann bleibt das Konto offen. Wenn Sie es nicht waren, ändern Sie auch Ihr Passwort.',
      ],
      steps: [{ label: 'Anmelden und das Konto behalten', address: signInAddress }],
    }),
    putOff: ({ dueAt, signInAddress }, serviceName, moment) => ({
      subject: 'Ihr Konto bleibt länger offen',
      before: [
        `Sie wollten Ihr Konto bei ${serviceName} schließen. Jetzt haben Sie gesagt, dass Ihr Telefon verloren ist. Damit Sie sich wieder anmelden können, schließen wir das Konto erst am ${moment(dueAt)}.`,
        'Wenn Sie das Konto behalten möchten, melden Sie sich vorher an.',
        'Wenn Sie das nicht waren, kennt jemand Ihr Passwort und liest Ihre E-Mails: Wählen Sie für beides neue Passwörter.',
      ],
      steps: [{ label: 'Anmelden und das Konto behalten', address: signInAddress }],
    }),
    calledOff: ({ at }, serviceName, moment) => ({
      subject: 'Ihr Konto bleibt offen',
      before: [
        `Sie wollten Ihr Konto bei ${serviceName} schließen. Danach hat sich jemand angemeldet oder ein neues Passwort gewählt. Darum schließen wir es nicht (${moment(at)}). Wenn Sie das waren und es weiter schließen möchten, melden Sie sich an und beantragen Sie es noch einmal.`,
        WAS_NOT_ME,
      ],
    }),
    closed: ({ registerAddress }, serviceName) => ({
      subject: 'Ihr Konto ist geschlossen',
      before: [
        `Ihr Konto bei ${serviceName} ist geschlossen, wie Sie es wollten. Ihr Name, Ihre E-Mail-Adresse und Ihre Telefonnummer sind dort gelöscht. Dies ist unsere letzte E-Mail.`,
        'Wenn Sie das nicht waren, sagen Sie es den Betreibern des Dienstes. Mit derselben Adresse können Sie jederzeit ein neues Konto anlegen; es ist mit dem alten nicht verbunden.',
      ],
      steps: [{ label: 'Neues Konto anlegen', address: registerAddress }],
    }),
  },
  findings: {
    'closing-waits': {
      asked: (at) =>
        html`Am ${at} wurde verlangt, das Konto zu schließen. Dabei wurde es überall abgemeldet.`,
      due: (at) => html`Geschlossen wird es am ${at}.`,
      who: 'Sie haben verlangt, Ihr Konto zu schließen, oder jemand, der Ihr Passwort kennt.',
      stay: (at) =>
        html`Melden Sie sich vor dem ${at} an, dann bleibt es offen. Haben Sie das nicht selbst verlangt, dann wählen Sie danach ein neues Passwort.`,
    },
  },
}
