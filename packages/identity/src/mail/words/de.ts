import { html } from '../../platform/html.ts'
import { plural } from '../../platform/plurals.ts'
import { WAS_NOT_ME as NOT_ME } from './was-not-me.ts'
import type { LetterWords } from './wording.ts'

const { sentence: WAS_NOT_ME } = NOT_ME.de

const MORE_SIGN_INS =
  'In der letzten Stunde gab es mehrere solche Anmeldungen. In der nächsten Stunde können weitere folgen, ohne dass wir Ihnen schreiben. Die Seite Aktivität Ihres Kontos führt alle auf.'

const waits = plural('de', {
  one: '# E-Mail an diese Adresse wartet seit dem',
  other: '# E-Mails an diese Adresse warten seit dem',
})
const putOff = plural('de', { one: '# Versuch', other: '# Versuche' })
const others = plural('de', {
  one: '# E-Mail an eine andere Adresse wartet',
  other: '# E-Mails an andere warten',
})

/** The letters in German. */
export const de: LetterWords = {
  language: 'de',
  direction: 'ltr',
  greeting: (name) => (name === undefined ? 'Guten Tag!' : `Guten Tag ${name}!`),
  colon: ':',
  code: 'Oder geben Sie diesen Code auf der Seite ein, auf der Sie diese E-Mail angefordert haben. Nennen Sie ihn niemandem, auch uns nicht.',
  links: { help: 'Hilfe', privacy: 'Datenschutz', accessibility: 'Erklärung zur Barrierefreiheit' },
  footer: (serviceName) =>
    `Diese E-Mail wurde automatisch von ${serviceName} gesendet. Wir fragen nie per E-Mail, Nachricht oder Telefon nach Ihrem Passwort.`,
  letters: {
    registration: ({ link }, serviceName) => ({
      subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
      before: [
        `Jemand, vermutlich Sie, möchte mit dieser E-Mail-Adresse ein Konto bei ${serviceName} anlegen. Öffnen Sie diesen Link, um die Adresse zu bestätigen und ein Passwort zu wählen.`,
      ],
      steps: [{ label: 'Passwort wählen', address: link.reveal() }],
      after: [
        'Der Link gilt 24\u00a0Stunden.',
        'Wenn Sie kein Konto wollten, brauchen Sie nichts zu tun: Ohne den Link wird keines angelegt.',
      ],
    }),
    'already-registered': ({ signInAddress, recoverAddress }, serviceName) => ({
      subject: 'Sie haben bereits ein Konto',
      before: [
        `Jemand, vermutlich Sie, möchte mit dieser E-Mail-Adresse ein Konto bei ${serviceName} anlegen. Sie haben bereits eines, und daran wurde nichts geändert.`,
      ],
      steps: [
        { label: 'Anmelden', address: signInAddress },
        { label: 'Neues Passwort wählen, falls Sie Ihres vergessen haben', address: recoverAddress },
      ],
      after: ['Wenn Sie das nicht waren, brauchen Sie nichts zu tun.'],
    }),
    recovery: ({ link }, serviceName) => ({
      subject: 'Wählen Sie ein neues Passwort',
      before: [
        `Jemand, vermutlich Sie, möchte ein neues Passwort für Ihr Konto bei ${serviceName} wählen. Öffnen Sie dafür diesen Link.`,
      ],
      steps: [{ label: 'Neues Passwort wählen', address: link.reveal() }],
      after: [
        'Der Link gilt 30\u00a0Minuten und nur einmal. Danach sind Sie überall abgemeldet.',
        'Wenn Sie das nicht waren, brauchen Sie nichts zu tun: Ihr Passwort bleibt, wie es ist.',
      ],
    }),
    'was-not-me': ({ link }, serviceName) => ({
      subject: 'Ihr Konto ist gesperrt bis zu einem neuen Passwort',
      before: [
        `Sie haben uns gesagt, dass jemand anders in Ihrem Konto bei ${serviceName} war. Jetzt sind alle abgemeldet. Das Passwort gilt nicht mehr, und alle Passkeys sind entfernt.`,
        'Öffnen Sie diesen Link und wählen Sie ein Passwort, das Sie nirgends sonst verwenden. Dann ist Ihr Konto wieder offen.',
      ],
      steps: [{ label: 'Neues Passwort wählen', address: link.reveal() }],
      after: [
        'Der Link gilt 30\u00a0Minuten und nur einmal. Danach fordern Sie auf der Seite für ein vergessenes Passwort einen neuen an.',
        'Wenn Sie das nicht waren, war jemand anders in Ihrem Konto angemeldet: Verwenden Sie den Link auch dann.',
      ],
    }),
    'new-browser': ({ link }, serviceName) => ({
      subject: 'Ein neuer Browser für Ihr Konto',
      before: [
        `Jemand, vermutlich Sie, möchte sich bei Ihrem Konto bei ${serviceName} mit einem Browser anmelden, der sich dort noch nie angemeldet hat. Vorher wurden viele falsche Passwörter hintereinander eingegeben. Darum bitten wir Sie um eine Bestätigung, dass Sie es sind.`,
        'Öffnen Sie diesen Link in dem Browser, mit dem Sie sich anmelden möchten.',
      ],
      steps: [{ label: 'Diesen Browser verwenden', address: link.reveal() }],
      after: [
        'Der Link gilt 30\u00a0Minuten und nur einmal. Er meldet Sie nicht an: Danach melden Sie sich wie immer mit Ihrem Passwort an.',
        'Wenn Sie das nicht waren, brauchen Sie nichts zu tun: Ohne den Link kann niemand mit einem neuen Browser Passwörter ausprobieren.',
      ],
    }),
    verification: ({ link }, serviceName) => ({
      subject: 'Bestätigen Sie Ihre E-Mail-Adresse erneut',
      before: [
        `Bevor Sie mit Ihrem Konto bei ${serviceName} fortfahren können, bestätigen Sie bitte, dass diese E-Mail-Adresse noch Ihnen gehört.`,
      ],
      steps: [{ label: 'Adresse bestätigen', address: link.reveal() }],
      after: ['Der Link gilt 24\u00a0Stunden.', 'Wenn Sie das nicht waren, brauchen Sie nichts zu tun.'],
    }),
    'password-changed': ({ recoverAddress }, serviceName) => ({
      subject: 'Ihr Passwort wurde geändert',
      before: [
        `Das Passwort Ihres Kontos bei ${serviceName} wurde geändert. Wenn Sie das waren, brauchen Sie nichts zu tun. Ihre Passkeys bleiben, außer denen, von denen Ihnen eine andere E-Mail schreibt. Sehen Sie sie auf der Seite Passkeys durch.`,
        WAS_NOT_ME,
      ],
      steps: [{ label: 'Das war ich nicht: neues Passwort wählen', address: recoverAddress }],
      after: [],
    }),
    'new-device': ({ browser, system, at, isLast, recoverAddress }, serviceName, moment) => ({
      subject: 'Neue Anmeldung bei Ihrem Konto',
      before: [
        `Jemand hat sich bei Ihrem Konto bei ${serviceName} mit einem Browser angemeldet, den wir noch nicht kennen: ${browser}, ${system}, ${moment(at)}. Wenn Sie das waren, brauchen Sie nichts zu tun.`,
        WAS_NOT_ME,
        ...(isLast === true ? [MORE_SIGN_INS] : []),
      ],
      steps: [{ label: 'Das war ich nicht: neues Passwort wählen', address: recoverAddress }],
      after: [],
    }),
  },
  findings: {
    'mail-waits': {
      waits: (count, since) => html`${waits(count)} ${since}.`,
      putOff: (times) => `Der Mailserver hat ${putOff(times)} aufgeschoben.`,
      others: (count) => `${others(count)}.`,
      noOthers: 'Sonst wartet keine E-Mail.',
      readLog: (name) =>
        html`Sehen Sie nach, was der Mailserver dieser Adresse antwortet: Im Log steht es als ${name}.`,
      tellOperator: (command) =>
        html`Geben Sie denen Bescheid, die den Mailserver betreiben: ${command} probiert ihn aus.`,
      tell: 'Unsere E-Mail an Sie wurde noch nicht angenommen. Wir versuchen es weiter. Sehen Sie nach, ob Ihr Postfach voll ist.',
    },
  },
}
