import { TEST_PASSWORD } from '../../packages/identity/testing/people.ts'

/** Forms that no link leads to. */
export const MAILED = [
  ...['/register/confirm/', '/recover/confirm/', '/account/verification/confirm/'],
  ...['/login/new-browser/confirm/', '/login/code/lost/confirm/', '/login/code/keep/'],
  ...['/account/address/confirm/', '/account/address/keep/'],
]
/** On the page after a request for a mail. */
export const SENT = [
  ...['/register/', '/recover/', '/login/new-browser/', '/account/verification/', '/login/code/lost/'],
  '/account/address/',
].flatMap((path) => [`${path}sent/`, `${path}again/`])
/** On the page for a new browser, after a hundred failures. */
export const GUESSED = '/login/new-browser/'
/** The program's request, whose page asks the citizen. */
export const REQUEST = '/o/authorize/'
/** What a person types into fields of these names. */
export const TYPED: Readonly<Record<string, string>> = {
  full_name: 'Typed Name',
  phone_number: '+34 611 222 333',
  email: 'typed@example.test',
  current_password: TEST_PASSWORD,
  password: 'nine purple umbrellas',
  language: 'en',
}
/** What a person types behind these links. Behind the others it is the address of the account. */
export const TYPED_BEHIND: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/register/confirm/': { password: 'nine purple umbrellas' },
  '/recover/confirm/': { password: 'nine purple umbrellas' },
  '/account/verification/confirm/': { password: TEST_PASSWORD },
  '/login/code/lost/confirm/': { password: TEST_PASSWORD },
}
/** Where the proof is older than five minutes, and where there is a passkey. */
export const PASSKEYS = [
  '/account/passkeys/prove/',
  '/account/passkeys/remove/',
  '/account/passkeys/rename/',
  '/account/data/prove/',
  '/account/close/prove/',
  '/account/address/prove/',
]
/** After a right password, and where there is an app for codes. */
export const CODES = [
  ...['/login/code/', '/account/codes/prove/', '/account/codes/remove/'],
  ...['/account/codes/recovery/', '/account/codes/rename/'],
]
/** After a right password, for somebody who has lost the app, and where a new address waits. */
export const LOST = ['/login/code/lost/', '/account/codes/keep/', '/account/address/stop/']
/** Forms that do something only with the answer of a device: cross-site.test.ts has one. */
export const OF_DEVICES = ['/account/passkeys/add/', '/login/passkey/', '/account/codes/add/']
