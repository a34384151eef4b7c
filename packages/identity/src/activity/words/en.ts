import { type Html, html } from '../../platform/html.ts'

/** What happened with the account, and what to do about it, in English. */
export const en = {
  nav: 'Activity',
  glance: { title: 'What happened last', all: 'All activity' },
  page: {
    title: 'Activity',
    lead: 'What happened with your account, the newest first. If you find something that you did not do, tell us.',
    none: 'Nothing has happened yet.',
    older: 'Older activity',
    newest: 'Newest activity',
    wasNotMe: 'I did not do all of this',
    address: 'network address',
    unknownProgram: 'a program that is no longer there',
  },
  wasNotMe: {
    title: 'Was somebody else in your account?',
    lead: 'If you did not do something that is in your activity, sign everyone out now. You can come back with your email.',
    effects: [
      'Everybody is signed out here and in all programs, and you are, too.',
      'Your password stops working at once.',
      'Your passkeys are removed. You can add them again.',
      'Your apps for codes stay, except those that were added in the last 3 days with the password alone. If you have lost them, say so when you sign in.',
    ],
    mail: (email: Html) => html`We send a link to ${email}. With it you choose a new password.`,
    button: 'Sign everyone out',
    back: 'Change nothing',
  },
  locked: {
    title: 'Everyone is signed out',
    next: (email: Html) =>
      html`Nobody is signed in to your account any more. We have sent a link to ${email}: open it and choose a new password.`,
    lifetime: 'The link works for 30 minutes. After that, ask for another one.',
    again: 'Ask for another link',
  },
}

/** The entries of every language. */
export type ActivityWords = typeof en
