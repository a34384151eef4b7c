import { html } from '../../platform/html.ts'
import type { AuditLogWords } from './en.ts'

/** What operators read, in Arabic. */
export const ar: AuditLogWords = {
  events: {
    operatorLooked: () => html`اطّلع القائمون على هذه الخدمة على الحساب`,
    operatorRefused: () => html`رُفض طلب لأحد المشغّلين بشأن الحساب`,
  },
}
