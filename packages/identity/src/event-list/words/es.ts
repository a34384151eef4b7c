import { html } from '../../platform/html.ts'
import type { EventListWords } from './en.ts'

/** What operators read, in Spanish. */
export const es: EventListWords = {
  events: {
    operatorLooked: () => html`Los responsables de este servicio consultaron la cuenta`,
  },
}
