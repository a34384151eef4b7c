import type { SsoStore } from '../index.ts'
import type { EmbeddedTx } from './embedded-sign-in.ts'
import type { TableFile } from './table-file.ts'
import type { Tables } from './tables.ts'

/** The steps that change tables. The file is written before the caller gets the result. */
const CHANGING = [
  'migrate',
  'createPending',
  'consumePending',
  'settlePending',
  'createHandoff',
  'consumeHandoff',
  'forgetAccount',
  'rotateRefresh',
  'revokeSession',
  'createTicket',
  'spendTicket',
  'commitCentral',
  'addRevocation',
  'claimRevocation',
  'settleRevocation',
  'purge',
] as const satisfies readonly (keyof SsoStore)[]

/** The steps that need the content of the file and change nothing in it. The other steps do not use the file. */
const READING = [
  'findCallbackResult',
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
] as const satisfies readonly (keyof SsoStore)[]

/** The same store with a file. Every result that a caller got is in the file, also after a kill. */
export function storeInFile(
  store: SsoStore<EmbeddedTx>,
  tables: Tables,
  file: TableFile,
): SsoStore<EmbeddedTx> {
  let reading: Promise<void> | null = null
  const ready = () => {
    reading ??= file.read(tables)
    return reading
  }
  const save = saverOf(tables, file)
  const wrapped: Record<string, unknown> = {}
  for (const name of READING) wrapped[name] = between(store[name], ready)
  for (const name of CHANGING) wrapped[name] = between(store[name], ready, save)
  return {
    ...store,
    ...wrapped,
    async close() {
      if (reading) await save()
      await store.close()
    },
  }
}

/** A step with work before and after it. */
function between(
  step: (...given: never[]) => Promise<unknown>,
  before: () => Promise<void>,
  after: () => Promise<void> = async () => undefined,
) {
  return async (...given: never[]) => {
    await before()
    const result = await step(...given)
    await after()
    return result
  }
}

/** One write at a time. All calls that arrive during a write share the next one. */
function saverOf(tables: Tables, file: TableFile): () => Promise<void> {
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

/** Waits until no transaction is open, so that the file never contains half of one. */
async function betweenTransactions(tables: Tables): Promise<void> {
  for (;;) {
    const { turn } = tables
    await turn
    if (turn === tables.turn) return
  }
}
