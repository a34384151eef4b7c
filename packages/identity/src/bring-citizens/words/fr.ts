import { html } from '../../platform/html.ts'
import type { BringWords } from './en.ts'

/** Citizens who are brought, in French. */
export const fr: BringWords = {
  events: { brought: () => html`Le compte a été transféré ici depuis un autre service` },
}
