/** Ends a token that a program does not need any more (RFC 7009, contract section 4.1). */
export { revocationRoutes } from './routes.ts'
