import type { NewsText } from '../../mail/index.ts'
import { type Html, html } from '../../platform/html.ts'

/** What the letter says. Addresses are absolute. */
export interface Invitation {
  /** Whether the password of the other system works here. */
  readonly keepsPassword: boolean
  /** Where the citizen goes: the page of the sign-in, or that for a forgotten password. It has no token. */
  readonly address: string
  /** The other system, as the operator calls it. */
  readonly movedFrom: string | undefined
}

/** Citizens who are brought, in English. */
export const en = {
  events: {
    brought: () => html`The account was moved here from another service`,
    invited: () => html`An email said that the account is here now`,
  },
  letters: {
    moved: ({ keepsPassword, address, movedFrom }: Invitation, serviceName: string): NewsText => {
      const from = movedFrom ?? 'another service of the same organisation'
      return {
        subject: 'Your account has moved',
        before: [
          `You had an account at ${from}. The organisation that runs it has moved the account to ${serviceName}, where you sign in from now on.`,
          keepsPassword
            ? 'Sign in with this email address and the password that you have used so far.'
            : 'Your old password could not be moved. To choose a new one, type this email address on our page for a forgotten password: then we send you a link.',
          'You need no link of this email for that: you can also type the address below into your browser yourself.',
        ],
        steps: [{ label: keepsPassword ? 'Sign in' : 'Choose a new password', address }],
        after: [
          'If you did not ask for that account, tell the people who run the service. You need to do nothing else.',
        ],
      }
    },
  },
  findings: {
    'account-moved': {
      brought: (at: Html) =>
        html`The account was brought from another system on ${at}. Nobody has signed in to it here.`,
      invited: (at: Html) => html`An email told the citizen so on ${at}.`,
      notInvited: 'No email has told the citizen so.',
      late: 'It was not sent in time.',
      tell: 'Your account was moved here from another service.',
      withPassword: 'Sign in with your address and the password that you have used there.',
      withoutPassword:
        'Press “Forgotten your password?” on the sign-in page, and choose a new password with the link in the email.',
    },
  },
}

/** The entries of every language. */
export type BringWords = typeof en
