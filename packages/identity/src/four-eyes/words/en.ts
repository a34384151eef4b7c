import { html } from '../../platform/html.ts'

/** Acts that wait for another operator, in English. */
export const en = {
  events: {
    asked: () => html`An operator asked for an act on the account, which another operator has to approve`,
    consented: () => html`Another operator approved the act on the account`,
    withdrawn: () => html`The act on the account was withdrawn before anybody approved it`,
  },
}

/** The entries of every language. */
export type FourEyesWords = typeof en
