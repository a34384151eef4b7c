import { FORM } from './target.ts'

const JSON_BODIES = ['/api/v1/accounts/register/', '/api/v1/accounts/recover/']

/** Where a mail is asked for. */
const SENT = [
  ...['/register/', '/recover/', '/login/new-browser/', '/account/verification/', '/login/code/lost/'],
  '/account/address/',
]

const FORMS = [
  ...'/o/token/ /o/revoke/ /api/integrations/introspect/ /o/authorize/ /o/authorize/decision/ /o/userinfo/'.split(
    ' ',
  ),
  ...'/language/ /login/ /register/ /register/confirm/ /recover/ /recover/confirm/ /logout/'.split(' '),
  ...'/login/new-browser/ /login/new-browser/confirm/ /account/password/ /account/sessions/end/'.split(' '),
  ...'/account/profile/ /account/sessions/end-others/ /account/programs/disconnect/'.split(' '),
  ...'/account/verification/ /account/verification/confirm/ /login/passkey/ /account/passkeys/add/'.split(
    ' ',
  ),
  ...'/account/passkeys/prove/ /account/passkeys/remove/ /login/code/ /account/codes/add/'.split(' '),
  ...'/account/codes/prove/ /account/codes/remove/ /account/codes/recovery/'.split(' '),
  ...'/account/codes/rename/ /account/passkeys/rename/ /account/codes/keep/ /login/code/keep/'.split(' '),
  ...'/login/code/lost/ /login/code/lost/confirm/ /account/address/ /account/address/prove/'.split(' '),
  ...'/account/address/stop/ /account/address/confirm/ /account/address/keep/'.split(' '),
  ...'/account/activity/not-me/ /account/data/prove/ /account/data/download/ /account/close/ /account/close/prove/'.split(
    ' ',
  ),
  ...SENT.flatMap((path) => [`${path}sent/`, `${path}again/`]),
]

/** Every endpoint that reads a body, with a media type that it reads. */
export const READERS: readonly (readonly [string, string])[] = [
  ...JSON_BODIES.map((path) => [path, 'Content-Type: application/json'] as const),
  ...FORMS.map((path) => [path, FORM] as const),
]
