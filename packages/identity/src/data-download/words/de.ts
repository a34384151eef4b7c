import { WAS_NOT_ME } from '../../mail/index.ts'
import { html } from '../../platform/html.ts'
import type { DataWords } from './en.ts'

/** The copy of the own data, in German. */
export const de: DataWords = {
  limits: {
    copies: 'Kopien der Daten eines Kontos',
    copiesAgain: 'Dieselbe Kopie der Daten noch einmal geholt',
  },
  nav: 'Daten',
  page: {
    title: 'Ihre Daten',
    lead: 'Laden Sie eine Kopie davon herunter, was dieser Dienst über Sie weiß. Es ist eine Datei, die Menschen und Programme lesen können (JSON).',
    parts: [
      'Ihr Name, Ihre E-Mail-Adresse und Ihre Telefonnummer',
      'Wo Sie angemeldet sind, und welche Browser Ihr Konto kennt',
      'Die Dienste, die Sie verwendet haben, und was jeder lesen darf',
      'Die Namen Ihrer Passkeys',
      'Ihre Aktivität, soweit wir sie aufbewahren',
    ],
    without:
      'In der Datei stehen keine Passwörter und keine Schlüssel. Fragen Sie jeden Dienst selbst, was er über Sie weiß.',
    proveLead:
      'Um Ihre Daten herunterzuladen, geben Sie Ihr Passwort ein oder verwenden Sie einen Passkey. Das gilt 5\u00a0Minuten.',
    button: 'Daten herunterladen',
  },
  events: {
    downloaded: () => html`Eine Kopie der Daten des Kontos wurde heruntergeladen`,
    copied: () => html`Die Betreiber dieses Dienstes haben eine Kopie der Daten des Kontos gemacht`,
  },
  letters: {
    downloaded: ({ at }, serviceName, moment) => ({
      subject: 'Eine Kopie Ihrer Daten wurde heruntergeladen',
      before: [
        `Jemand, der in Ihrem Konto bei ${serviceName} angemeldet war, hat eine Kopie Ihrer Daten heruntergeladen (${moment(at)}). Wenn Sie das waren, brauchen Sie nichts zu tun.`,
        WAS_NOT_ME.de.sentence,
      ],
    }),
    copied: ({ at }, serviceName, moment) => ({
      subject: 'Eine Kopie Ihrer Daten wurde gemacht',
      before: [
        `Jemand, vermutlich Sie, hat die Betreiber von ${serviceName} um eine Kopie Ihrer Daten gebeten, und sie haben sie gemacht (${moment(at)}). Wenn Sie das waren, brauchen Sie nichts zu tun. Sonst sagen Sie es auch ihnen: Jemand hat sich für Sie ausgegeben.`,
        WAS_NOT_ME.de.sentence,
      ],
    }),
  },
}
