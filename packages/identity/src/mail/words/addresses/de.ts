import { momentWords } from '../../../platform/date-words.ts'
import { WAS_NOT_ME as NOT_ME } from '../was-not-me.ts'
import type { AddressLetters } from '../wording.ts'

const { sentence: WAS_NOT_ME, step: LABEL } = NOT_ME.de

/** The letters about the address of an account, in German. */
export const germanAddresses: AddressLetters = {
  'new-address': ({ link }, serviceName) => ({
    subject: 'Bestätigen Sie Ihre neue E-Mail-Adresse',
    before: [
      `Jemand, vermutlich Sie, möchte diese E-Mail-Adresse für ein Konto bei ${serviceName} verwenden. Öffnen Sie diesen Link, um sie zu bestätigen. Noch ist nichts geändert.`,
    ],
    steps: [{ label: 'Adresse bestätigen', address: link.reveal() }],
    after: ['Der Link gilt 24\u00a0Stunden.', 'Wenn Sie das nicht waren, brauchen Sie nichts zu tun.'],
  }),
  'address-taken': ({ signInAddress }, serviceName) => ({
    subject: 'Ihre Adresse wurde für ein anderes Konto angegeben',
    before: [
      `Jemand wollte diese E-Mail-Adresse für ein anderes Konto bei ${serviceName} verwenden. Sie hat schon ein Konto, also wurde nichts geändert.`,
    ],
    steps: [{ label: 'Anmelden', address: signInAddress }],
    after: [
      'Wenn Sie das waren, melden Sie sich mit dieser Adresse an. Wenn Sie das nicht waren, brauchen Sie nichts zu tun.',
    ],
  }),
  'address-change-begun': ({ dueAt, newAddress, link }, serviceName) => ({
    subject: 'Ihre E-Mail-Adresse wird geändert',
    before: [
      `Ihr Konto bei ${serviceName} hat ab ${momentWords('de-DE', dueAt)} eine andere E-Mail-Adresse: ${newAddress}. Bis dahin melden Sie sich mit dieser an. Wenn Sie das waren, brauchen Sie nichts zu tun.`,
      'Wenn Sie das nicht waren, behalten Sie Ihre Adresse mit diesem Link. Er braucht kein Passwort.',
    ],
    steps: [{ label: 'Meine Adresse behalten', address: link.reveal() }],
    after: [
      'Wenn Sie das nicht waren, war jemand anderes in Ihrem Konto: Wählen Sie auch ein neues Passwort.',
    ],
  }),
  'address-change-stopped': ({ at, recoverAddress }, serviceName) => ({
    subject: 'Ihre E-Mail-Adresse bleibt gleich',
    before: [
      `Die Änderung der E-Mail-Adresse Ihres Kontos bei ${serviceName} wurde gestoppt (${momentWords('de-DE', at)}). Sie melden sich weiter mit dieser Adresse an.`,
      WAS_NOT_ME,
    ],
    steps: [{ label: LABEL, address: recoverAddress }],
    after: [],
  }),
  'address-changed': ({ until, newAddress, link }, serviceName) => ({
    subject: 'Die E-Mail-Adresse Ihres Kontos wurde geändert',
    before: [
      `Ihr Konto bei ${serviceName} hat jetzt eine andere E-Mail-Adresse: ${newAddress}. Wenn Sie das waren, brauchen Sie nichts zu tun.`,
      `Wenn Sie das nicht waren, holen Sie Ihre Adresse bis ${momentWords('de-DE', until)} mit diesem Link zurück. Dann werden alle abgemeldet, und Sie wählen ein neues Passwort.`,
    ],
    steps: [{ label: 'Das war ich nicht: Adresse zurückholen', address: link.reveal() }],
    after: ['Wenn Sie das nicht waren, sagen Sie auch den Betreibern des Dienstes Bescheid.'],
  }),
  'address-is-new': ({ at, recoverAddress }, serviceName) => ({
    subject: 'Sie melden sich jetzt mit dieser Adresse an',
    before: [
      `Ihr Konto bei ${serviceName} hat jetzt diese E-Mail-Adresse (${momentWords('de-DE', at)}). Melden Sie sich von nun an mit ihr an. Wenn Sie das waren, brauchen Sie nichts zu tun.`,
      WAS_NOT_ME,
    ],
    steps: [{ label: LABEL, address: recoverAddress }],
    after: [],
  }),
  'address-given-back': ({ at, signInAddress }, serviceName) => ({
    subject: 'Ihr Konto hat wieder die alte E-Mail-Adresse',
    before: [
      `Ihr Konto bei ${serviceName} hat wieder seine alte E-Mail-Adresse (${momentWords('de-DE', at)}), denn jemand hat den Link in unserer E-Mail an diese alte Adresse verwendet. Alle wurden abgemeldet. Mit der Adresse, an die diese E-Mail gesendet wurde, melden Sie sich nicht mehr an.`,
      'Wenn Sie das nicht waren, liest vielleicht jemand anderes die E-Mails Ihrer alten Adresse. Sagen Sie den Betreibern des Dienstes Bescheid.',
    ],
    steps: [{ label: 'Anmelden', address: signInAddress }],
    after: [],
  }),
}
