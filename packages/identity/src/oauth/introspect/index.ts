/**
 * Tells a program whether an access token is alive right now (RFC 7662, contract section 2.12). The database is asked
 * every time; requests of one moment share a statement, never an answer. Anything but a living access token of the
 * calling client, whatever the reason, is `{"active": false}` and nothing more.
 */
export { createIntrospector, type IntrospectionNeeds, type Introspector } from './introspect-token.ts'
export { introspectionRoutes } from './routes.ts'
