import { html } from '../../platform/html.ts'

/** What operators read, in English. */
export const en = {
  events: {
    operatorLooked: () => html`The people who run this service looked at the account`,
    operatorRefused: () => html`Something about the account was refused to an operator`,
  },
}

/** The entries of every language. */
export type AuditLogWords = typeof en
