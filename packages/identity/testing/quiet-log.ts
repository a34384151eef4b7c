import type { Log } from '../src/platform/log.ts'

/** A log that nobody reads. */
export const QUIET_LOG: Log = { info() {}, warn() {}, error() {} }
