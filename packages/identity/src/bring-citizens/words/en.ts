import { html } from '../../platform/html.ts'

/** Citizens who are brought, in English. */
export const en = { events: { brought: () => html`The account was moved here from another service` } }

/** The entries of every language. */
export type BringWords = typeof en
