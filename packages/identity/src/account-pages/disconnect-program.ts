import { disconnectClient } from '../access/index.ts'
import { type AuditOrigin, appendEvent } from '../audit/index.ts'
import type { Basics } from '../platform/foundation.ts'

/** A citizen's program that is to be disconnected. */
export interface Disconnection {
  readonly citizenId: string
  readonly clientId: string
  readonly origin: AuditOrigin
}

/**
 * Disconnects a program: what it was allowed is forgotten, so that it asks again, and everything that it was given
 * is dead, both in one transaction. A program that is not connected is left as it is.
 */
export async function disconnectProgram(
  needs: Basics,
  { citizenId, clientId, origin }: Disconnection,
): Promise<void> {
  const now = needs.clock.now()
  await needs.db.transaction(async (tx) => {
    if (!(await disconnectClient(tx, { citizenId, clientId, now }))) return
    await appendEvent({ ...needs, db: tx }, { name: 'program-disconnected', origin, citizenId, clientId })
  })
}
