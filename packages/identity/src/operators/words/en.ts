import { html } from '../../platform/html.ts'

/** Operators, in English. */
export const en = {
  holds: { operator: { less: 'ends that the citizen is an operator of the console' } },
  events: {
    added: () => html`The citizen became an operator of the console`,
    changed: () => html`The operator of the console got another name or role`,
    removed: () => html`The citizen is no operator of the console any more`,
    refused: () => html`The console refused something to this account`,
    formRefused: () =>
      html`A page of another site led the browser of this account to the console, and nothing was done`,
    looksSpent: () => html`The operator wanted to look at more accounts within an hour than there may be`,
  },
}

/** The entries of every language. */
export type OperatorWords = typeof en
