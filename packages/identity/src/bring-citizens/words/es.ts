import { html } from '../../platform/html.ts'
import type { BringWords } from './en.ts'

/** Citizens who are brought, in Spanish. */
export const es: BringWords = {
  events: { brought: () => html`La cuenta se ha traído aquí desde otro servicio` },
}
