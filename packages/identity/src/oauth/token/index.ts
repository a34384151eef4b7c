/**
 * `/o/token/`: exchanges authorization codes and rotates refresh tokens (RFC 6749 sections 4.1.3 and 6, RFC 7636,
 * OpenID Connect Core section 3.1.3). `access` defines codes and tokens, and has their statements.
 */
export { tokenRoutes } from './routes.ts'
