import { systemClock } from '../../platform/index.ts'
import type { SsoStore } from '../index.ts'
import { embeddedCentral } from './embedded-central.ts'
import { embeddedHousekeeping } from './embedded-housekeeping.ts'
import { embeddedSessions } from './embedded-sessions.ts'
import { type EmbeddedTx, embeddedSignIn } from './embedded-sign-in.ts'
import { emptyTables } from './tables.ts'

export type { EmbeddedTx } from './embedded-sign-in.ts'

/** A store in this process's memory; `clock` orders it in tests. */
export function embeddedStore(options: { clock?: { now(): Date } } = {}): SsoStore<EmbeddedTx> {
  const tables = emptyTables()
  return {
    name: 'embedded',
    migrate: async () => ({ from: 1, to: 1 }),
    version: async () => ({ current: 1, needed: 1 }),
    now: async () => (options.clock ?? systemClock).now(),
    ...embeddedSignIn(tables),
    ...embeddedSessions(tables),
    ...embeddedCentral(tables),
    ...embeddedHousekeeping(tables),
    close: async () => undefined,
  }
}
