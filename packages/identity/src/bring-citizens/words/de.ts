import { html } from '../../platform/html.ts'
import type { BringWords } from './en.ts'

/** Citizens who are brought, in German. */
export const de: BringWords = {
  events: { brought: () => html`Das Konto wurde von einem anderen Dienst hierher übernommen` },
}
