import type { Database } from '../platform/postgres/database.ts'
import type { Client } from './client.ts'
import { findClient } from './client-store.ts'

const MOST_REMEMBERED = 10_000

/** Finds registered clients by their id. */
export type ClientDirectory = ReturnType<typeof createClientDirectory>

/** Makes the directory of one process. */
export function createClientDirectory(db: Database) {
  const remembered = new Map<string, Client>()
  return {
    /** What this process remembers of a client, also where the database does not answer. It may be disabled since. */
    remembered: (clientId: string): Client | undefined => remembered.get(clientId),
    /**
     * Finds a client that is not disabled. A `remembered` one may have changed: the caller compares its revision in its
     * own statement, and asks again for a `fresh` one where it differs.
     */
    async find(clientId: string, memory: 'remembered' | 'fresh'): Promise<Client | undefined> {
      const known = memory === 'remembered' ? remembered.get(clientId) : undefined
      if (known) return known
      const client = await findClient(db, clientId)
      remembered.delete(clientId)
      if (!client || client.disabledAt !== null) return undefined
      if (remembered.size >= MOST_REMEMBERED) remembered.clear()
      remembered.set(clientId, client)
      return client
    },
  }
}
