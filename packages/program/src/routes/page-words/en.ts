import type { PageWords } from './page-words.ts'

/** English. */
export const en: PageWords = {
  title: 'Sign in',
  sentences: {
    cancelled: 'You did not finish signing in.',
    existing_account:
      'You already have an account here. Sign in as before, and connect it to your central account.',
    unavailable: 'Signing in is not possible at the moment. Nothing was changed.',
    other_account: 'You signed in with another account than before. Go back, and sign in with the first one.',
    insufficient_user_authentication:
      'This page needs a sign-in that is newer, or stronger than a password, for example with a passkey. You are signed in as before.',
    other_browser:
      'This sign-in began in another browser, or too many were begun at once, or this browser keeps no cookies. Nobody was signed in.',
    old_sign_in_missing: 'Sign in here as before first. Then connect your account.',
    fresh_sign_in_required: 'Enter your password here once more first. Then connect your account.',
    bad_path: 'This address does not lead to a page of this site. Go back and start again.',
    bad_demand: 'This address asks for a sign-in that makes no sense. Go back and start again.',
    no_page: 'Open this address as a page.',
    several_cookies: 'Your browser sends a cookie of this site twice. Delete the cookies of this site.',
    too_many: 'Too many tries. Please wait a minute, then try again.',
    try_later: 'Signing in is not possible at the moment. Nothing was changed: try again in a minute.',
    unknown_sign_in: 'This sign-in link is not known here. Go back to the app and start again.',
    on_the_way: 'You are on the way to the sign-in.',
  },
  links: {
    again: 'Sign in again',
    back: 'Go back',
    home: 'Go to the start page',
    reload: 'Reload this page',
    restart: 'Start again',
    onward: 'Continue',
  },
}
