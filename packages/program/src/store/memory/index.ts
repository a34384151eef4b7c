/**
 * The store for development and tests: everything in this process, gone with it. Refused in production, where
 * sessions must outlive a restart and instances must agree.
 */
export { type EmbeddedTx, embeddedStore } from './embedded-store.ts'
