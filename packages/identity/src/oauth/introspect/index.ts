/**
 * Tells a program whether an access token is alive right now (RFC 7662, contract section 2.12). The database is asked
 * every time. Anything but a living access token of the calling client, whatever the reason, is `{"active": false}` and
 * nothing more.
 */
export { introspectionRoutes } from './routes.ts'
