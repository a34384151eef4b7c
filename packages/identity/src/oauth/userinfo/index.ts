/**
 * Tells the bearer of an access token who the citizen is (OpenID Connect Core section 5.3, contract section 2.11),
 * as far as the token's scope reaches.
 */
export { userinfoRoutes } from './routes.ts'
