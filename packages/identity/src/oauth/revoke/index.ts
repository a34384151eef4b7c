/** Ends a token that a program no longer needs (RFC 7009, contract section 4.1). */
export { revocationRoutes } from './routes.ts'
