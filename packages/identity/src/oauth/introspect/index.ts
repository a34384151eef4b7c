/**
 * Tells a program whether an access token is active (RFC 7662, contract section 2.12). It asks the database every time.
 * For everything but an active access token of the calling client, the answer is `{"active": false}` and nothing more.
 */
export { introspectionRoutes } from './routes.ts'
