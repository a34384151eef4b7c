import { type Html, html } from '../../../platform/html.ts'
import { plural } from '../../../platform/plurals.ts'

const tries = plural('en', { one: 'once more', other: '# more times' })

/** Registration, recovery, sign-in and authorization. */
export const englishEntering = {
  register: {
    title: 'Create your account',
    lead: 'One account for every connected public program. You only need an email address.',
    next: 'We will email you a link. Open it to confirm your address and choose a password.',
    button: 'Create account',
    haveAccount: 'Already have an account?',
    signIn: 'Sign in',
  },
  checkEmail: {
    title: 'Check your email',
    registration: (address: Html) =>
      html`If ${address} can be used for an account, we have sent an email to it. Open the link in that email to go on.`,
    recovery: (address: Html) =>
      html`If ${address} belongs to an account, we have sent an email to it. Open the link in that email to choose a new password.`,
    'new-browser': (address: Html) =>
      html`If ${address} belongs to an account, we have sent an email to it. Open the link in that email with this browser.`,
    verification: (address: Html) =>
      html`If ${address} still has to be confirmed, we have sent an email to it. Open the link in that email to confirm it.`,
    anAddress: 'the address that you gave',
    within: {
      registration: 'The link works for 24 hours.',
      recovery: 'The link works for 30 minutes and only once.',
      'new-browser': 'The link works for 30 minutes and only once.',
      verification: 'The link works for 24 hours.',
    },
    nothing: 'If no email arrives',
    steps: [
      'Wait a few minutes: some mail providers are slow.',
      'Look in your spam or junk folder.',
      'Check that the address has no spelling mistake.',
    ],
    again: 'Try again with another address',
    refused: {
      title: 'Your mail provider refused our mail',
      lead: (address: Html) => html`The email to ${address} was not delivered.`,
      steps: [
        'Check the address for a spelling mistake.',
        'If it is right, your mailbox may be full. Make room, then send the email again.',
      ],
    },
    close: 'You can close this page.',
    code: {
      lead: 'You can also type the code from the email here. Use it if you read the email on another device.',
      label: 'Code from the email',
      hint: '6 digits. The code works only in this browser.',
      button: 'Continue',
      problems: {
        unreadable: 'Enter the 6 digits of the code from the email',
        wrong: (left: number) =>
          `This code is not right. Check that it is from the newest email. You can try ${tries(left)}.`,
        over: 'A code for this email does not work any more.',
        overNext: 'Open the link in the newest email, or have it sent again.',
        closed:
          'Too many codes were typed for this address today. Open the link in the newest email: it still works.',
      },
    },
    resend: {
      button: 'Send the email again',
      wait: (time: Html) => html`You can send it again in ${time}.`,
      few: 'An address gets only a few emails in an hour.',
      early: (time: string) =>
        `We sent the email a moment ago, and it may still be on its way. You can send it again in ${time}.`,
      done: 'The email was asked for again. Only the code of the newest email works.',
    },
  },
  setPassword: {
    registration: { title: 'Choose a password', button: 'Set password' },
    recovery: { title: 'Choose a new password', button: 'Set new password' },
    registrationLead: 'This confirms your email address and opens your account.',
    recoveryLead: 'You will be signed out everywhere, including in every connected program.',
    recoveryKeys:
      'Passkeys stay, except those that were added in the last 3 days with the password alone. Remove any that you do not know.',
    removes: 'The new password also removes',
  },
  passwordSet: {
    registration: {
      title: 'Your account is ready',
      what: 'Your email address is confirmed and your password is set.',
      next: 'Sign in to use your account in any connected program.',
    },
    recovery: {
      title: 'Your password is changed',
      what: 'You were signed out everywhere, including in every connected program.',
      next: 'Sign in again with your new password.',
    },
    removed: {
      title: 'We removed a new way to sign in',
      why: 'We cannot know who added it: you, or somebody else who was in your account. So we remove what is new when a new password is chosen by email.',
      next: 'If it was you, sign in and add it again. You can delete the old entry in your device or in your app.',
    },
    elsewhere: 'Did you start in another browser? Then you can also sign in there, and go on.',
    button: 'Sign in',
  },
  addressVerified: {
    title: 'Your email address is confirmed',
    what: 'You can now use all of your programs again.',
    button: 'Continue',
  },
  linkInvalid: {
    title: 'This link does not work',
    what: 'It may have expired, have been used already, or not be complete. Nothing was changed.',
    signIn: { next: 'Have you set your password already? Then you can sign in.', button: 'Sign in' },
    registration: { next: 'Register again and we will send you a new link.', button: 'Get a new link' },
    recovery: { next: 'Ask for a new link. We send it to your email address.', button: 'Get a new link' },
    'new-browser': {
      next: 'Sign in once more. If a link is still needed, you can ask for a new one there.',
      button: 'Go to sign in',
    },
    verification: { next: 'Go to your account and ask for a new link there.', button: 'Go to your account' },
  },
  login: {
    title: 'Sign in',
    toProgram: (program: Html) => html`to continue to ${program}`,
    provesAgain: (program: Html) =>
      html`You are signed in. To go on at ${program}, prove once more that it is you.`,
    button: 'Sign in',
    wrong: 'The email address and the password do not match. Check both and try again.',
    wrongHelp: 'Did you just register? Then first open the link in the email that we sent you.',
    signedOut: {
      title: 'You were signed out.',
      whys: {
        elsewhere: 'This session was ended on another device.',
        changed: 'Something about your account was changed, such as the password. That signs out everywhere.',
      },
      kept: 'Sign in again: what you typed is still there.',
    },
    lapsed: (program: Html) =>
      html`${program} waited for an hour, and waits no longer. You can sign in here. Then open ${program} again.`,
    forgotten: 'Forgotten your password?',
    noAccount: 'No account yet?',
    register: 'Create an account',
  },
  recover: {
    title: 'Recover your account',
    lead: 'Enter the email address of your account. We will send you a link to choose a new password.',
    button: 'Send the link',
    remembered: 'Do you know your password after all?',
    signIn: 'Sign in',
  },
  newBrowser: {
    title: 'First confirm that it is you',
    lead: 'There were many wrong passwords or codes for this email address. So a browser that has not signed in with it before now needs a link from an email first.',
    known: 'In a browser in which you have signed in before, you can sign in as always.',
    button: 'Send the link',
    forgotten: 'Forgotten your password?',
    recover: 'Choose a new one',
    signIn: 'Sign in with another address',
  },
  verifyBrowser: {
    title: 'Use this browser for your account',
    lead: 'Enter the email address of your account to show that this link was opened by you. After that you can sign in with this browser, with your password as always.',
    wrong: 'Enter the address that the email with the link was sent to',
    stop: 'If you did not ask for this link, close this page.',
    button: 'Use this browser',
  },
  receives: {
    identity: 'A number that stands for your account, so that it knows you when you come back',
    name: 'Your name',
    email: 'Your email address',
    phone: 'Your phone number, if you gave one',
    language: 'Your language',
    'stay-connected': 'Permission to stay connected for up to 14 days without asking you again',
  },
  confirm: {
    title: 'Continue to a program',
    heading: (program: Html) => html`Continue to ${program}?`,
    reasons: {
      first: 'If you continue, this program is connected to your account.',
      'new-scopes': 'This program asks to see more than before.',
      asked: 'This program asks you to confirm once more.',
      switched:
        'Somebody has signed in or out in this browser since the last page. Continue only if this is your account.',
      unled: 'You came here by a link, not from a page of the program. Continue only if you meant to.',
    },
    signedInAs: 'You are signed in as',
    receives: 'The program will receive',
    never: 'It never sees your password.',
    goesTo: (host: Html) => html`You will go to ${host}.`,
    button: (program: Html) => html`Continue to ${program}`,
    cancel: 'Cancel',
    another: 'Use another account',
  },
  verificationRequired: {
    title: 'Confirm your email address',
    what: (address: Html) =>
      html`Your address ${address} has to be confirmed again before you can enter a program.`,
    next: 'We will send a link to this address. Open it, then return to the program and sign in again.',
    button: 'Send a new link',
  },
  verifyAddress: {
    title: 'Confirm your email address',
    lead: 'Enter your password to show that this link was opened by you.',
    button: 'Confirm address',
  },
}
