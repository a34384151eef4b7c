/**
 * Thin adapters from a framework's request to ours and back: one file per framework, each a door of its own in
 * package.json, so that importing one never needs another installed. No decision is made here.
 */
export type { CitizenOnRequest, FallbackGuard } from './citizen.ts'
