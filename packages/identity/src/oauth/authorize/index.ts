/**
 * `/o/authorize/` (RFC 6749 section 4.1, OpenID Connect Core section 3.1.2): reads a program's request, decides what
 * the citizen must do next (sign in, verify the address, allow the program) and issues a code when nothing is left to
 * do. It knows only the paths of signing in and of a new account. Sign-in sends the browser back here, and everything is decided again.
 */

export { programBehind } from './program-of-request.ts'
export { receivedBy } from './received.ts'
export { type AuthorizationNeeds } from './replies.ts'
export { authorizationRoutes } from './routes.ts'
export {
  isProofOf,
  lapsedProgram,
  linkIn,
  type Resume,
  readResume,
  requestAgainOr,
  resumeLocation,
} from './signed-request.ts'
export { clearWaiting, rememberWaitingOfForm, signInAddressOf, waitingHandle } from './waiting-cookie.ts'
