import { html } from '../../platform/html.ts'
import type { OperatorWords } from './en.ts'

/** Operators, in German. */
export const de: OperatorWords = {
  holds: { operator: { less: 'die Person hat keinen Zugang zur Konsole mehr' } },
  events: {
    added: () => html`Die Person bekam Zugang zur Konsole`,
    changed: () => html`Name oder Rolle der Person in der Konsole wurde geändert`,
    removed: () => html`Die Person hat keinen Zugang zur Konsole mehr`,
    refused: () => html`Die Konsole verweigerte diesem Konto etwas`,
    formRefused: () =>
      html`Eine Seite anderswo führte den Browser dieses Kontos zur Konsole, und nichts geschah`,
    looksSpent: () => html`Die Person wollte in einer Stunde mehr Konten ansehen als erlaubt`,
  },
}
