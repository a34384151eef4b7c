/**
 * Tells the bearer of an access token who the citizen is (OpenID Connect Core section 5.3, contract section 2.11),
 * within the token's scope.
 */
export { userinfoRoutes } from './routes.ts'
