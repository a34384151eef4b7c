/**
 * The endpoints under `/api/v1/sso/`, from Request to Response: reading what arrived once, asking the room that
 * decides, and answering with the contract's statuses and our codes. One file per endpoint; no SQL, no OAuth.
 */
export { BEGIN_KEYS, createClientAddress } from './client-address.ts'
export { createCodeAllowance } from './code-allowance.ts'
export { handleRequest, mountPathsOf, type RouteNeeds } from './handle.ts'
export { PROGRAM_ERROR_CODES, refuse } from './problem.ts'
