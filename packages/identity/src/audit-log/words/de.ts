import { html } from '../../platform/html.ts'
import type { AuditLogWords } from './en.ts'

/** What operators read, in German. */
export const de: AuditLogWords = {
  events: {
    operatorLooked: () => html`Die Betreiber dieses Dienstes haben das Konto angesehen`,
    operatorRefused: () => html`Einer Person der Betreuung wurde etwas am Konto verweigert`,
  },
}
