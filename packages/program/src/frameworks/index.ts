/**
 * Adapters between the requests of a framework and Web requests. Each framework has one file, which is an entry point
 * in package.json, so that no other framework must be installed. Nothing is decided here.
 */
export type { CitizenOnRequest, FallbackGuard } from './citizen.ts'
