import { type Html, html } from '../../platform/html.ts'

/** What is the same for everything that signs in beside the password, in English. */
export const en = {
  added: 'Added',
  lastUsed: 'Last used',
  never: 'Not yet',
  remove: (name: Html) => html`Remove ${name}`,
  sure: 'Remove it for good?',
  open: (name: Html) => html`Rename ${name}`,
  label: 'New name',
  rename: 'Rename',
}

/** The entries of every language. */
export type FactorWords = typeof en
