import { html } from '../../platform/html.ts'
import type { EventListWords } from './en.ts'

/** What operators read, in French. */
export const fr: EventListWords = {
  events: {
    operatorLooked: () => html`Les responsables de ce service ont consulté le compte`,
  },
}
