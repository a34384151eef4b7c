/** The words on every page. */
export const englishEveryPage = {
  locale: 'en-GB',
  direction: 'ltr',
  skip: 'Skip to the main content',
  yourAccount: 'Your account',
  errorInTitle: 'Error: ',
  footer: 'We never ask for your password by email, by message or on the telephone.',
  problemHeading: 'There is a problem',
  reference: 'Reference number',
  referenceHint: 'Please have this number ready if you ask for help.',
  optional: '(optional)',
  account: 'Account',
  toSignIn: 'Go to sign in',
  toAccount: 'Go to your account',
  openAgain: 'Open the page again',
  seconds: (count: number) => (count === 1 ? '1 second' : `${count} seconds`),
  minutes: (count: number) => (count === 1 ? '1 minute' : `${count} minutes`),
}
