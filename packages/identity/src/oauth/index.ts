/**
 * The endpoints of OAuth 2.0 and OpenID Connect, each in a folder with a door of its own. Here is what all of them share
 * with the server: their answer to a problem.
 */
export { OAUTH_ERROR } from './oauth-schemas.ts'
export { oauthProblemReply } from './problem-reply.ts'
