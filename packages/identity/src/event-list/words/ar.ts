import { html } from '../../platform/html.ts'
import type { EventListWords } from './en.ts'

/** What operators read, in Arabic. */
export const ar: EventListWords = {
  events: {
    operatorLooked: () => html`اطّلع القائمون على هذه الخدمة على الحساب`,
  },
}
