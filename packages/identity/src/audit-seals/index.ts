/**
 * The seals of the audit: hashes of its events, in a chain, which a process makes each minute and signs with the secret key. Whoever changes, removes or adds an event later, or a seal, is
 * found by `portico audit verify`, and whoever takes back the whole chain, by a hash that was kept elsewhere. It reads the events and writes none (decision 106).
 */
export {
  type ChainState,
  type ClosedDay,
  type RoomSendsClosings,
  readChain,
  SEALED_WITHIN_SECONDS,
  type SentClosing,
} from './chain-state.ts'
export { findHorizon, findTable, hasForeignNumbers } from './ended-transactions.ts'
export { letGoOf } from './let-go.ts'
export type { Seal } from './seal.ts'
export { BEFORE_ALL, type SealNeeds, sealEvents } from './seal-events.ts'
export { findHead } from './seal-store.ts'
export { isTrusted } from './trusted.ts'
export { findOldestFrom } from './unsealed-store.ts'
export { type Verified, verifyAudit } from './verify-audit.ts'
export type { Break } from './verify-chain.ts'
export { findClosings } from './verify-store.ts'
export { watchSeals } from './watch-seals.ts'
