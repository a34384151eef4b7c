import type { SsoStore } from '../index.ts'
import { ownerToWrite } from '../store-owner.ts'
import { embeddedCentral } from './embedded-central.ts'
import { embeddedForget } from './embedded-forget.ts'
import { embeddedHousekeeping } from './embedded-housekeeping.ts'
import { embeddedRevocations } from './embedded-revocations.ts'
import { embeddedSessions } from './embedded-sessions.ts'
import { type EmbeddedTx, embeddedSignIn } from './embedded-sign-in.ts'
import { embeddedTickets } from './embedded-tickets.ts'
import { storeInFile } from './store-in-file.ts'
import { tableFile } from './table-file.ts'
import { emptyTables } from './tables.ts'

export type { EmbeddedTx } from './embedded-sign-in.ts'

/**
 * A store in the memory of this process. `clock` is for tests. With `file`, the data survive a restart and a kill. One
 * process at a time may use a file. It is for development without a database.
 */
export function embeddedStore({
  clock,
  file,
}: {
  readonly clock?: { now(): Date }
  readonly file?: string
} = {}): SsoStore<EmbeddedTx> {
  const tables = emptyTables(clock && (() => clock.now()))
  const store: SsoStore<EmbeddedTx> = {
    name: 'embedded',
    async migrate(program, options = {}) {
      tables.owner = ownerToWrite(tables.owner, program, options) ?? tables.owner
      return { from: 1, to: 1 }
    },
    version: async () => ({ current: 1, needed: 1, fits: true, owner: tables.owner }),
    now: async () => tables.now(),
    ...embeddedSignIn(tables),
    ...embeddedForget(tables),
    ...embeddedSessions(tables),
    ...embeddedTickets(tables),
    ...embeddedCentral(tables),
    ...embeddedRevocations(tables),
    ...embeddedHousekeeping(tables),
    close: async () => undefined,
  }
  return file === undefined ? store : storeInFile(store, tables, tableFile(file))
}
