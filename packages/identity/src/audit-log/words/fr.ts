import { html } from '../../platform/html.ts'
import type { AuditLogWords } from './en.ts'

/** What operators read, in French. */
export const fr: AuditLogWords = {
  events: {
    operatorLooked: () => html`Les responsables de ce service ont consulté le compte`,
    operatorRefused: () => html`Une action sur le compte a été refusée à un responsable`,
  },
}
