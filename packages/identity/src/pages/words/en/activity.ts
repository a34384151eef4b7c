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
    did: {
      'account-created': () => html`You made this account`,
      'registration-for-existing-account': () =>
        html`Somebody asked for a new account with your address. Nothing was changed`,
      'recovery-requested': () => html`Somebody asked for a link to choose a new password`,
      'browser-link-requested': () => html`Somebody asked for a link to use a new browser`,
      'browser-admitted': () => html`A link from an email allowed signing in with a new browser`,
      'mailed-code-refused': () => html`Somebody gave a wrong code from an email`,
      'password-reset': () => html`A new password was chosen by a mailed link. Everybody was signed out`,
      'password-changed': () => html`The password was changed`,
      'password-wrong': () => html`A wrong password was given on a page of this account`,
      'profile-changed': () => html`The name or the phone number was changed`,
      'passkey-added': () => html`A passkey was added`,
      'passkey-removed': () => html`A passkey was removed`,
      'passkey-refused': () => html`Somebody could not sign in with a passkey`,
      'authenticator-added': () => html`An app for codes was added`,
      'authenticator-removed': () => html`An app for codes was removed`,
      'recovery-codes-made': () => html`New recovery codes were made`,
      'recovery-code-spent': () => html`A recovery code was used`,
      'lost-app-reported': () =>
        html`Somebody gave the password and said that the phone with the app is lost`,
      'app-removal-requested': () => html`The removal of your lost apps for codes was asked for`,
      'app-removal-stopped': () => html`The removal of your apps for codes was stopped`,
      'app-removal-done': () => html`Your lost apps for codes were removed, and your recovery codes, too`,
      'passkey-renamed': () => html`A passkey was renamed`,
      'authenticator-renamed': () => html`An app for codes was renamed`,
      'address-link-requested': () => html`A link was sent to confirm a new email address`,
      'address-change-begun': () => html`A new email address was confirmed. It waits before it is used`,
      'address-change-stopped': () => html`The change of the email address was stopped`,
      'address-changed': () => html`The email address was changed`,
      'address-given-back': () => html`The old email address was given back. Everybody was signed out`,
      'citizen-address-change-begun': () =>
        html`The people who run this service began a change of your email address`,
      'citizen-second-factor-reset': () => html`The people who run this service removed your apps for codes`,
      'signed-in-with-code': () => html`Signed in with the password and a code`,
      'code-wrong': () => html`Somebody gave the password and a wrong code`,
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
        html`Signed out of ${program}, because somebody may have copied its access to your account`,
      'authorization-cancelled': (program: Html) => html`Did not go on to ${program}`,
      'was-not-me': () =>
        html`You told us that something was not you. Everybody was signed out, and the password stopped working`,
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
  accountLocked: {
    title: 'Everyone is signed out',
    next: (email: Html) =>
      html`Nobody is signed in to your account any more. We have sent a link to ${email}: open it and choose a new password.`,
    lifetime: 'The link works for 30 minutes. After that, ask for another one.',
    again: 'Ask for another link',
  },
}
