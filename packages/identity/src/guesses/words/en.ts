import { type Html, html } from '../../platform/html.ts'
import { plural } from '../../platform/plurals.ts'

const closed = plural('en', {
  one: '# browser that the account knows may not try any more',
  other: '# browsers that the account knows may not try any more',
})

/** Counted guesses, in English. */
export const en = {
  holds: {
    browsers: { less: plural('en', { one: 'forgets # known browser', other: 'forgets # known browsers' }) },
    inBrowsers: {
      less: plural('en', {
        one: 'forgets # wrong password in browsers that the account knows',
        other: 'forgets # wrong passwords in browsers that the account knows',
      }),
    },
    atAddress: {
      less: plural('en', {
        one: 'forgets # wrong password at the address',
        other: 'forgets # wrong passwords at the address',
      }),
    },
  },
  events: {
    failuresForgiven: () => html`The people who run this service cleared the count of wrong passwords`,
  },
  findings: {
    'closed-to-new-browsers': {
      wrong: (times: number) => `There were ${times} wrong passwords in a row at this address.`,
      until: (at: Html) => html`Until ${at}, browsers that the account does not know may not try any more.`,
      mayDo: (command: Html) => html`If the caller is who they say: ${command}`,
      tell: 'Use a browser in which you have signed in before. Or press “Forgotten your password?” on the sign-in page: the link in the email lets this browser try again.',
    },
    'waits-after-wrong-passwords': {
      place: (at: Html) =>
        html`Too many wrong passwords or codes came from a place that the account does not know: it waits until ${at}.`,
      browser: (at: Html) =>
        html`Too many wrong passwords or codes came from a browser that the account knows: it waits until ${at}.`,
      others: 'Until then the right password is refused there, too. Other places are not kept waiting by it.',
      ends: 'The wait ends by itself: nobody can end it earlier.',
      wait: (at: Html) =>
        html`If it was you, wait until ${at}, then try once more. After another wrong password you wait again, up to a quarter of an hour.`,
      recover:
        'If you do not know the password, press “Forgotten your password?” on the sign-in page: this wait does not hold for that.',
    },
    'browsers-out-of-tries': {
      found: (count: number) => `${closed(count)}.`,
      wrong: (times: number) => `From each came ${times} wrong passwords in a row.`,
      tell: 'Press “Forgotten your password?” on the sign-in page, and choose a new password.',
    },
    'many-guess-at-it': {
      wrong: (times: number) =>
        `${times} wrong passwords came within an hour, from many places: somebody guesses.`,
      wait: 'A place that the account does not know waits up to a quarter of an hour after each wrong password.',
      tell: 'Somebody is trying passwords at your account. In a browser that you have used before you can sign in as always. A passkey keeps such people out for good.',
    },
  },
}

/** The entries of every language. */
export type GuessWords = typeof en
