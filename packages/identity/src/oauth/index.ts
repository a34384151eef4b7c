/**
 * The endpoints of OAuth 2.0 and OpenID Connect, each in a folder with a door of its own. Here is what all of them share
 * with the server (their answer to a problem), and with other endpoints for programs (how a client is authenticated,
 * counted and answered).
 */
export {
  answerClient,
  type ClientAnswer,
  type ClientDoor,
  type ClientEndpoint,
  tooManyReply,
} from './client-reply.ts'
export { INVALID_CLIENT, NO_NUL, OAUTH_ERROR } from './oauth-schemas.ts'
export { oauthProblemReply } from './problem-reply.ts'
export { OAUTH } from './room.ts'
