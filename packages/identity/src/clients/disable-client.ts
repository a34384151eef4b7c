import { type AuditEventName, appendEvent, operatorOrigin } from '../audit/index.ts'
import type { Basics } from '../platform/foundation.ts'
import type { Database } from '../platform/postgres/database.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import * as store from './client-store.ts'

/** Whether there was anything to change. */
export type ClientChange = Result<'changed' | 'unchanged', 'unknown-client'>

/** Disables a client: every endpoint refuses it, and all its grants and tokens end. Its registration and secrets stay. */
export async function disableClient(needs: Basics, clientId: string): Promise<ClientChange> {
  const now = needs.clock.now()
  return switchClient(needs, { clientId, event: 'client-disabled' }, (tx) =>
    store.disableClient(tx, clientId, now),
  )
}

/** Enables a disabled client with its secrets. What ended stays ended (design 36). */
export async function enableClient(needs: Basics, clientId: string): Promise<ClientChange> {
  return switchClient(needs, { clientId, event: 'client-enabled' }, (tx) => store.enableClient(tx, clientId))
}

async function switchClient(
  needs: Basics,
  { clientId, event }: { clientId: string; event: AuditEventName },
  change: (tx: Database) => Promise<boolean>,
): Promise<ClientChange> {
  return needs.db.transaction(async (tx) => {
    if (!(await change(tx))) {
      return (await store.findClient(tx, clientId)) ? accepted('unchanged') : refused('unknown-client')
    }
    await appendEvent({ ...needs, db: tx }, { name: event, origin: operatorOrigin, clientId })
    return accepted('changed')
  })
}
