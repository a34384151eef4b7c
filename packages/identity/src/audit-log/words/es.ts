import { html } from '../../platform/html.ts'
import type { AuditLogWords } from './en.ts'

/** What operators read, in Spanish. */
export const es: AuditLogWords = {
  events: {
    operatorLooked: () => html`Los responsables de este servicio consultaron la cuenta`,
    operatorRefused: () => html`Se negó a un responsable algo sobre la cuenta`,
  },
}
