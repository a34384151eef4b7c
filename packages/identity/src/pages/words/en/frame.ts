import { plural } from '../../../platform/plurals.ts'

/** The words on every page. */
export const englishEveryPage = {
  direction: 'ltr',
  ownName: 'English',
  /** Between two sentences. */
  between: ' ',
  language: {
    label: 'Language',
    button: 'Change language',
    field: 'Language of pages and emails',
    hint: 'For every page when you are signed in, and for every email that we send you.',
  },
  skip: 'Skip to the main content',
  yourAccount: 'Your account',
  errorInTitle: 'Error: ',
  footer: 'We never ask for your password by email, by message or on the telephone.',
  foot: {
    label: 'About this service',
    help: 'Help',
    privacy: 'Privacy',
    accessibility: 'Accessibility statement',
  },
  typedAgain: 'What you typed is here again. It is not saved yet: check it, then send it.',
  problemHeading: 'There is a problem',
  reference: 'Reference number',
  referenceHint: 'Please have this number ready if you ask for help.',
  optional: '(optional)',
  account: 'Account',
  toSignIn: 'Go to sign in',
  toAccount: 'Go to your account',
  openAgain: 'Open the page again',
  seconds: plural('en', { one: '# second', other: '# seconds' }),
  minutes: plural('en', { one: '# minute', other: '# minutes' }),
}
