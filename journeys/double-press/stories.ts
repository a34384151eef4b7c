import { TEST_PASSWORD } from '../../packages/identity/testing/people.ts'
import { authorizeAddress, newAttempt } from '../../packages/identity/testing/program-flow.ts'
import type { CitizensAtForms } from '../attacks/citizens-at-forms.ts'
import { EVERY_FORM, type ToForm } from '../attacks/every-form.ts'

/** Where a press of a form leads: the heading, and after `|` what the page says of it. */
export interface Ends {
  readonly once: string
  /** Where “Back” and another press lead, or “Back” alone where the form has gone. Each showing of a page is another one (decision 62). */
  readonly back: string
  /** With this status, and a way on. */
  readonly backStatus?: 400
  /** Why the press after “Back” is another act. */
  readonly anew?: string
}

/** A form that is pressed. */
export interface Story {
  readonly what: string
  /** The path that the form is sent to. */
  readonly route: string
  readonly toForm: ToForm
  readonly ends: Ends
}

const USED = { back: 'This link does not work', backStatus: 400 } as const
const SENT = { once: 'Check your email', back: 'Check your email' } as const
const AGAIN = 'Check your email | The email was asked for again. Only the code of the newest email works.'
/** The button waits for a minute. */
const SENT_AGAIN = { once: AGAIN, back: AGAIN } as const
const RENAMED_APP = 'Codes from an app | The app has its new name. We have sent you an email about it.'
const RENAMED_PASSKEY =
  'Your passkeys | The passkey has its new name. We have sent you an email about it. In your device it may still have the old one.'
const SAVED = 'Your profile | Your changes are saved.'

/** The same page, which says nothing more of it. */
const stays = (heading: string, said?: string): Ends => ({
  once: said === undefined ? heading : `${heading} | ${said}`,
  back: heading,
})

/** Where each form of a hosted page leads, by its path. Who adds a form says it here. */
const ENDS: Readonly<Record<string, Ends>> = {
  '/account/profile/': { once: SAVED, back: SAVED },
  '/account/activity/not-me/': { once: 'Everyone is signed out', back: 'Sign in' },
  '/account/address/': { ...SENT, anew: 'it asks for another letter' },
  '/account/address/again/': SENT_AGAIN,
  '/account/address/confirm/': { once: 'Your new address is confirmed', ...USED },
  '/account/address/keep/': { once: 'Your address stays', ...USED },
  '/account/address/prove/': stays('Change your email address'),
  '/account/address/sent/': { once: 'Confirm your new address', back: 'Check your email' },
  '/account/address/stop/': stays(
    'Change your email address',
    'Your address stays as it is. We have sent you an email about it.',
  ),
  '/account/close/': { once: 'Your account will be closed', back: 'Sign in' },
  '/account/close/prove/': stays('Close your account'),
  '/account/codes/add/': { once: 'Keep your recovery codes', back: 'Codes from an app' },
  '/account/codes/keep/': stays(
    'Codes from an app',
    'The removal is stopped. We have sent you an email about it.',
  ),
  '/account/codes/prove/': stays('Codes from an app'),
  '/account/codes/recovery/': {
    ...stays('Keep your recovery codes'),
    anew: 'it asks for other codes, after these were seen',
  },
  '/account/codes/remove/': stays(
    'Codes from an app',
    'The app is removed. We have sent you an email about it. You can now delete the entry in the app.',
  ),
  '/account/codes/rename/': { once: RENAMED_APP, back: RENAMED_APP },
  '/account/data/download/': stays('Your data'),
  '/account/data/prove/': stays('Your data'),
  '/account/passkeys/prove/': stays('Your passkeys'),
  '/account/passkeys/remove/': stays(
    'Your passkeys',
    'The passkey is removed. We have sent you an email about it. Your device may still show it: you can delete it there, too.',
  ),
  '/account/passkeys/rename/': { once: RENAMED_PASSKEY, back: RENAMED_PASSKEY },
  '/account/password/': {
    once: 'Change your password | Your password is changed.',
    back: 'Change your password | There is a problem Enter your current password again: this one is not right',
    backStatus: 400,
    anew: 'it has the password of before, which is wrong now',
  },
  '/account/programs/disconnect/': stays(
    'Your programs',
    'The program is disconnected. It can take up to 30 seconds until it signs you out there.',
  ),
  '/account/sessions/end-others/': stays('Where you are signed in', 'All other sessions are signed out.'),
  '/account/sessions/end/': { once: 'You are signed out', back: 'Sign in' },
  '/account/verification/': { ...SENT, anew: 'it asks for another letter' },
  '/account/verification/again/': SENT_AGAIN,
  '/account/verification/confirm/': { once: 'Your email address is confirmed', ...USED },
  '/account/verification/sent/': { once: 'Confirm your email address', back: 'Check your email' },
  '/language/': stays('Votre compte'),
  '/login/': stays('Your account'),
  '/login/code/': stays('Your account'),
  '/login/code/keep/': { once: 'Your apps stay', ...USED },
  '/login/code/lost/': { ...SENT, anew: 'it asks for another letter' },
  '/login/code/lost/again/': SENT_AGAIN,
  '/login/code/lost/confirm/': { once: 'The waiting time has begun', ...USED },
  '/login/code/lost/sent/': { once: 'Remove the lost app', back: 'Check your email' },
  '/login/new-browser/': { ...SENT, anew: 'it asks for another letter' },
  '/login/new-browser/again/': SENT_AGAIN,
  '/login/new-browser/confirm/': { once: 'Your account', ...USED },
  '/login/new-browser/sent/': { once: 'Use this browser for your account', back: 'Check your email' },
  '/logout/': stays('You are signed out'),
  '/o/authorize/decision/': {
    ...stays('The program'),
    anew: 'the address of that page is a request of the program, which needs no page any more',
  },
  '/recover/': { ...SENT, anew: 'it asks for another letter' },
  '/recover/again/': SENT_AGAIN,
  '/recover/confirm/': { once: 'Your account', ...USED },
  '/recover/sent/': { once: 'Choose a new password', back: 'Check your email' },
  '/register/': { ...SENT, anew: 'it asks for another letter' },
  '/register/again/': SENT_AGAIN,
  '/register/confirm/': { once: 'Your account', ...USED },
  '/register/sent/': { once: 'Choose a password', back: 'Check your email' },
}

/** A citizen who is signed in at the question of a program, which is answered with this decision. */
const decides =
  (decision: string): ToForm =>
  async (people: CitizensAtForms) => {
    const attempt = newAttempt(await people.newProgram('Library'))
    return {
      ...(await people.signedIn()),
      form: { page: authorizeAddress(attempt), fields: { decision } },
    }
  }

/** A citizen who is about to sign in, for a program that was entered before or for another one. */
const entersBySignIn =
  (which: 'known' | 'new'): ToForm =>
  async (people: CitizensAtForms) => {
    const { citizen } = await people.signedIn()
    const program = which === 'known' ? people.program : await people.newProgram('Library')
    const fields = { email: citizen.email, password: TEST_PASSWORD }
    const page = authorizeAddress(newAttempt(program))
    return { citizen, browser: people.stage.service.browser(), form: { page, fields } }
  }

/** A citizen with two sessions, who ends the one that is not this one. */
const endsAnother: ToForm = async (people) => {
  const citizen = await people.signedIn()
  const [here, there] = (await citizen.browser.get('/account/sessions/')).html
    .querySelectorAll('input[name=session]')
    .map((input) => input.getAttribute('value') ?? '')
  if (here === undefined || there === undefined) throw new Error('Not two sessions')
  return { ...citizen, form: { page: '/account/sessions/', fields: { session: there } } }
}

/** Other acts of the same forms. */
const MORE: readonly Story[] = [
  {
    what: 'a program is cancelled',
    route: '/o/authorize/decision/',
    toForm: decides('cancel'),
    ends: { once: 'The program', back: 'The program', anew: 'the program asked again' },
  },
  {
    what: 'another account is wanted for a program',
    route: '/o/authorize/decision/',
    toForm: decides('another'),
    ends: stays('Sign in'),
  },
  {
    what: 'a sign-in that leads to a program',
    route: '/login/',
    toForm: entersBySignIn('known'),
    ends: { once: 'The program', back: 'The program', anew: 'the program asked again' },
  },
  {
    what: 'a sign-in that leads to the question of a program',
    route: '/login/',
    toForm: entersBySignIn('new'),
    ends: { ...stays('Continue to Library?'), anew: 'it is another sign-in, with the password' },
  },
  {
    what: 'another session is ended',
    route: '/account/sessions/end/',
    toForm: endsAnother,
    ends: { once: 'Where you are signed in | The session is signed out.', back: 'Where you are signed in' },
  },
]

/** Every form, and what else some of them do. */
export const STORIES: readonly Story[] = [
  ...Object.entries(ENDS).flatMap(([route, ends]) => {
    const toForm = EVERY_FORM[route]
    return toForm ? [{ what: route, route, toForm, ends }] : []
  }),
  ...MORE,
]
