import { type Html, html } from '../../../platform/html.ts'

/** Closing the account. */
export const englishClosing = {
  closeAccount: {
    link: 'Close your account',
    title: 'Close your account',
    lead: (days: number) =>
      days === 1
        ? 'You are signed out everywhere at once. After 1 day the account is closed for good.'
        : `You are signed out everywhere at once. After ${days} days the account is closed for good.`,
    effects: [
      'To keep the account, sign in again before that.',
      'On that day your name, your email address and your phone number are deleted here. Nobody can bring them back.',
      'You cannot sign in to any program with this account any more.',
      'Programs keep what they know about you. Ask each of them to delete it.',
    ],
    copy: 'Do you want a copy first?',
    kept: 'You asked us to close your account, and have signed in again. So it stays open.',
    proveLead: 'To close your account, enter your password or use a passkey. This holds for 5 minutes.',
    button: 'Close my account',
    back: 'Keep my account',
  },
  closingAsked: {
    title: 'Your account will be closed',
    when: (at: Html) => html`You are signed out everywhere. The account is closed on ${at}.`,
    wayBack:
      'If you change your mind, sign in before that: then it stays open. We have sent you an email about this.',
    button: 'Sign in and keep the account',
  },
}
