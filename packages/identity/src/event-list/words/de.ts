import { html } from '../../platform/html.ts'
import type { EventListWords } from './en.ts'

/** What operators read, in German. */
export const de: EventListWords = {
  events: {
    operatorLooked: () => html`Die Betreiber dieses Dienstes haben das Konto angesehen`,
  },
}
