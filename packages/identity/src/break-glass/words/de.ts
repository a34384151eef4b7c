import { html } from '../../platform/html.ts'
import type { BreakGlassWords } from './en.ts'

/** A way into the console without a sign-in, in German. */
export const de: BreakGlassWords = {
  events: {
    made: () => html`Ein Code wurde erzeugt, der die Konsole einmal im Namen dieser Person öffnet`,
    used: () => html`Ein Code öffnete die Konsole ohne Anmeldung im Namen dieser Person`,
    refused: () => html`Ein Code, der die Konsole im Namen dieser Person öffnet, wurde abgelehnt`,
    ended: () => html`Der Zugang zur Konsole ohne Anmeldung endete vorzeitig`,
  },
  letters: {
    made: ({ endsAt, signInAddress }, serviceName, moment) => ({
      subject: 'Die Konsole ist ohne Anmeldung erreichbar',
      before: [
        `Auf der Maschine von ${serviceName} hat jemand einen Code erzeugt, der die Konsole ohne Anmeldung öffnet, im Namen einer der Personen, die sie benutzen dürfen. Er gilt ein einziges Mal und endet am ${moment(endsAt)}.`,
        'Ein solcher Code ist für die Stunde gedacht, in der sich niemand anmelden kann. Alle, die die Konsole benutzen dürfen, bekommen diese E-Mail. Im Protokoll steht, wer den Code erzeugt hat und warum, und jede Seite der Konsole zeigt ihn an, bis er endet.',
        'Wenn Sie das nicht waren und Ihnen niemand gesagt hat, wozu der Code nötig ist, hat vielleicht jemand Zugriff auf die Maschine. Beenden Sie ihn dort: portico operator remove entfernt die Person, für die er gilt, und damit auch den Code.',
      ],
      steps: [{ label: 'Anmelden', address: signInAddress }],
    }),
  },
}
