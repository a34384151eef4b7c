import { type Html, html } from '../../../platform/html.ts'

/** What happened with the account, and what to do about it. */
export const englishActivity = {
  activity: {
    title: 'Activity',
    lead: 'What happened with your account, the newest first. If you find something that you did not do, tell us.',
    none: 'Nothing has happened yet.',
    older: 'Older activity',
    newest: 'Newest activity',
    wasNotMe: 'Something here was not me',
    address: 'network address',
    unknownProgram: 'a program that is no longer there',
    from: (did: Html, device: Html) => html`${did}, from ${device}`,
    did: {
      'account-created': () => html`You made this account`,
      'registration-for-existing-account': () =>
        html`Somebody asked for a new account with your address. Nothing was changed`,
      'recovery-requested': () => html`Somebody asked for a link to choose a new password`,
      'browser-link-requested': () => html`Somebody asked for a link to use a new browser`,
      'browser-admitted': () => html`A new browser was allowed to try your password`,
      'mailed-code-refused': () => html`Somebody gave a wrong code from an email`,
      'password-reset': () => html`A new password was chosen by a mailed link. Everybody was signed out`,
      'password-changed': () => html`The password was changed`,
      'password-wrong': () => html`A wrong password was given on a page of this account`,
      'profile-changed': () => html`The name or the phone number was changed`,
      'passkey-added': () => html`A passkey was added`,
      'passkey-removed': () => html`A passkey was removed`,
      'passkey-refused': () => html`Somebody could not sign in with a passkey`,
      'data-downloaded': () => html`A copy of your data was downloaded`,
      'verification-requested': () => html`A link was sent to confirm the email address`,
      'email-verified': () => html`The email address was confirmed`,
      'signed-in': () => html`Signed in with the password`,
      'signed-in-with-passkey': () => html`Signed in with a passkey`,
      'sign-in-failed': () => html`Somebody tried to sign in with a wrong password`,
      'sign-in-closed-to-browser': () =>
        html`After many wrong passwords, new browsers need a mailed link to sign in`,
      'signed-out': () => html`Signed out`,
      'session-ended': () => html`A session was signed out`,
      'other-sessions-ended': () => html`All other sessions were signed out`,
      'sessions-ended-by-password': () =>
        html`All other sessions were signed out, because the password was changed`,
      'session-displaced': () => html`Signed out, because somebody else signed in with the same browser`,
      'program-entered': (program: Html) => html`Signed in to ${program}`,
      'program-disconnected': (program: Html) => html`Disconnected ${program}`,
      'program-signed-out': (program: Html) => html`Signed out of ${program}`,
      'program-access-ended': (program: Html) =>
        html`The access of ${program} was ended, because a key of it was used twice`,
      'authorization-cancelled': (program: Html) => html`Did not go on to ${program}`,
      'was-not-me': () =>
        html`You told us that something was not you. Everybody was signed out, and the password stopped working`,
      'closing-requested': () => html`You asked us to close the account`,
      'closing-called-off': () => html`You signed in again, so the account stays open`,
      'closing-signed-out': () => html`Everybody was signed out, because you asked to close the account`,
      'citizen-suspended': () => html`The people who run this service suspended the account`,
      'citizen-reinstated': () => html`The people who run this service opened the account again`,
      'citizen-verification-required': () =>
        html`The people who run this service asked you to confirm your address again`,
      'citizen-signed-out': () => html`The people who run this service signed you out everywhere`,
      'citizen-failures-forgiven': () =>
        html`The people who run this service cleared the count of wrong passwords`,
      'citizen-passkeys-removed': () => html`The people who run this service removed your passkeys`,
      'operator-looked': () => html`The people who run this service looked at the account`,
    },
  },
  wasNotMe: {
    title: 'Was somebody else in your account?',
    lead: 'If you did not do something that is in your activity, end everything now. You can come back with your email.',
    effects: [
      'Everybody is signed out here and in all programs, and you are, too.',
      'Your password stops working at once.',
      'Your passkeys are removed. You can add them again.',
    ],
    mail: (email: Html) => html`We send a link to ${email}. With it you choose a new password.`,
    button: 'End everything',
    back: 'Change nothing',
  },
  accountLocked: {
    title: 'Everything has ended',
    next: (email: Html) =>
      html`Nobody is signed in to your account any more. We have sent a link to ${email}: open it and choose a new password.`,
    lifetime: 'The link works for 30 minutes. After that, ask for another one.',
    again: 'Ask for another link',
  },
  data: {
    title: 'Your data',
    lead: 'Download a copy of what this service knows about you. It is one file, which people and programs can read (JSON).',
    parts: [
      'Your name, your address and your phone number',
      'Where you are signed in, and the browsers that your account knows',
      'The programs that you entered, and what each may read',
      'The names of your passkeys',
      'Your activity, as far back as we keep it',
    ],
    without: 'No password and no key is in the file. What a program knows about you, ask that program.',
    proveLead: 'To download your data, enter your password or use a passkey. This holds for 5 minutes.',
    button: 'Download your data',
  },
}
