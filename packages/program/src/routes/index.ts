/**
 * The endpoints under `/api/v1/sso/`, from Request to Response: reading what arrived once, asking the room that
 * decides, and answering with the contract's statuses and our codes. One file per endpoint; no SQL, no OAuth.
 */
export { createClientAddress } from './client-address.ts'
export { handleRequest, type RouteNeeds } from './handle.ts'
export { refuse } from './problem.ts'
