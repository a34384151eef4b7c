import { type Html, html } from '../../../platform/html.ts'

/** The error pages. */
export const englishProblems = {
  formHolds: (kilobytes: number) => `A form can send at most ${kilobytes} kB.`,
  returnTo: (program: Html) => html`Return to ${program}`,
  programLapsed: (program: Html) =>
    html`${program} waited for an hour, and waits no longer. Open ${program} again to go on.`,
  problems: {
    'bad-request': {
      title: 'This request cannot be read',
      what: 'Something in the address or in the form is missing or damaged. Nothing was changed.',
      next: 'Go back to the page that you came from and start again.',
    },
    'too-large': {
      title: 'This form is too large',
      what: 'There is more text in the form than we can take. Nothing was changed.',
      next: 'Go back, shorten what you typed, and send the form again.',
    },
    forbidden: {
      title: 'This is not allowed',
      what: 'Your account may not open this page.',
      next: 'Go to your account, or sign in with another one.',
    },
    'form-expired': {
      title: 'This form has expired',
      what: 'The page was open for too long, or your browser does not send cookies. Nothing was changed.',
      next: 'Go back, load the page again, and send the form once more. Allow cookies for this site.',
    },
    'form-stale': {
      title: 'This page is out of date',
      what: 'It was opened before you last signed in, signed out or set a new password, or by somebody else who used this browser. Nothing was changed.',
      next: 'Open the page again. If you filled in a form, fill it in once more.',
    },
    'not-found': {
      title: 'Page not found',
      what: 'There is no page at this address.',
      next: 'Check that the address is complete, or begin at your account.',
    },
    'method-not-allowed': {
      title: 'This page cannot be used like this',
      what: 'The address exists, but not for this kind of request. Nothing was changed.',
      next: 'Go back and use the links and buttons on the page.',
    },
    'too-many': {
      title: 'Too many attempts',
      what: 'There were too many requests from your network in a short time. Nothing was changed.',
      next: 'Wait a few minutes, then try again.',
    },
    unavailable: {
      title: 'The service is not available at this moment',
      what: 'Something on our side is not working. Your account is safe, and nothing was changed.',
      next: 'Try again in a few minutes.',
    },
    'server-error': {
      title: 'Something went wrong',
      what: 'This is our fault, not yours. The fault has been recorded.',
      next: 'Try again in a few minutes. If it happens again, ask for help and give the number below.',
    },
    'invalid-client': {
      title: 'This program cannot sign you in',
      what: 'The program that sent you here is not known to us, or it has been switched off.',
      next: 'Return to the program and try again. If it happens again, tell the people who run the program.',
    },
    'missing-redirect': {
      title: 'This program cannot sign you in',
      what: 'The program that sent you here did not say to which address you return. To protect you, we stopped.',
      next: 'Return to the program and try again. If it happens again, tell the people who run the program.',
    },
    'invalid-redirect': {
      title: 'This program cannot sign you in',
      what: 'The program that sent you here gave an address that is not registered for it. To protect you, we stopped.',
      next: 'Return to the program and try again. If it happens again, tell the people who run the program.',
    },
    'resume-expired': {
      title: 'Signing in took too long',
      what: 'The program that sent you here is no longer waiting for an answer.',
      next: 'Return to the program and start again there. You may already be signed in.',
    },
  },
}
