/**
 * Passkeys (Web Authentication level 3): a citizen signs in the way a device is unlocked instead of by a password. A citizen
 * has up to twenty of them beside the password, and adds, names and removes them on an account page. Each change is
 * mailed. To change them, a citizen must have given the password or used a passkey within the last five minutes.
 *
 * A *ceremony* is one question to an authenticator and its answer. The question has a challenge that belongs to one
 * browser, is valid for five minutes and is spent by the first answer. The answer comes in the hidden fields of a form,
 * which the one script of the pages fills in. `@simplewebauthn/server` verifies it; this room adds the rules of
 * Portico (`verify-answer.ts`). A passkey names its citizen by the user handle, so every statement is about one citizen.
 *
 * The room can be taken away: the sign-in page knows it only as a `Factor`. `sign-in` starts the session.
 */
export { PASSKEYS } from './room.ts'
