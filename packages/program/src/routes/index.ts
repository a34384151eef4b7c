/**
 * The endpoints under `/api/v1/sso/`, from Request to Response. Each endpoint has one file. It reads the request, calls
 * the room that decides, and answers with the statuses of the contract and our codes. No SQL and no OAuth is here.
 */
export { BEGIN_KEYS, createClientAddress, tooWide } from './client-address.ts'
export { createCodeAllowance } from './code-allowance.ts'
export { appOriginsOf } from './cors.ts'
export { handleRequest, mountPathsOf, type RouteNeeds } from './handle.ts'
export { nameUserAgent } from './name-user-agent.ts'
export { PROGRAM_ERROR_CODES } from './problem.ts'
export { refuseVisitor } from './refuse-visitor.ts'
