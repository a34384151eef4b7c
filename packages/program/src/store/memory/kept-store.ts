import type { SsoStore } from '../index.ts'
import type { EmbeddedTx } from './embedded-sign-in.ts'
import type { TableFile } from './table-file.ts'
import type { Tables } from './tables.ts'

/** The steps after which the file must hold what was done, before anybody is told. */
const CHANGING = [
  'createPending',
  'consumePending',
  'createHandoff',
  'consumeHandoff',
  'forgetAccount',
  'rotateRefresh',
  'revokeSession',
  'commitCentral',
  'addRevocation',
  'claimRevocation',
  'settleRevocation',
  'purge',
] as const satisfies readonly (keyof SsoStore)[]

/** What is read before anything else has been; the others come after one of these. */
const READING = [
  'findIdentity',
  'findIdentityByAccount',
  'findSession',
  'findSessionByAccess',
  'findSessionByRefresh',
  'listSessions',
  'countActiveSessions',
  'countThrottled',
  'claimCentral',
  'countRevocations',
  'claimHousekeeping',
  'version',
  'migrate',
] as const satisfies readonly (keyof SsoStore)[]

/** The same store, kept in a file: whatever was answered is there after the process was killed. */
export function keptStore(
  store: SsoStore<EmbeddedTx>,
  tables: Tables,
  file: TableFile,
): SsoStore<EmbeddedTx> {
  let reading: Promise<void> | null = null
  const ready = () => {
    reading ??= file.read(tables)
    return reading
  }
  const save = savingOf(tables, file)
  const wrapped: Record<string, unknown> = {}
  for (const name of READING) wrapped[name] = after(store[name], ready)
  for (const name of CHANGING) wrapped[name] = after(store[name], ready, save)
  return {
    ...store,
    ...wrapped,
    async close() {
      if (reading) await save()
      await store.close()
    },
  }
}

/** The step itself, after one thing and before another. */
function after(
  step: (...given: never[]) => Promise<unknown>,
  before: () => Promise<void>,
  then: () => Promise<void> = async () => undefined,
) {
  return async (...given: never[]) => {
    await before()
    const result = await step(...given)
    await then()
    return result
  }
}

/** One writer at a time; whoever comes while it writes is served by the next, all of them at once. */
function savingOf(tables: Tables, file: TableFile): () => Promise<void> {
  let writing: Promise<void> = Promise.resolve()
  let next: Promise<void> | null = null
  return () => {
    next ??= writing
      .catch(() => undefined)
      .then(() => betweenTransactions(tables))
      .then(() => {
        next = null
        writing = file.write(tables)
        return writing
      })
    return next
  }
}

/** A transaction is in the file as a whole or not at all. */
async function betweenTransactions(tables: Tables): Promise<void> {
  for (;;) {
    const { turn } = tables
    await turn
    if (turn === tables.turn) return
  }
}
