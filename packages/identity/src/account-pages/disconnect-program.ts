import { disconnectClient } from '../access/index.ts'
import { type AuditOrigin, appendEvent } from '../audit/index.ts'
import type { Basics } from '../platform/foundation.ts'

/** A program that its citizen disconnects. */
export interface Disconnection {
  readonly citizenId: string
  readonly clientId: string
  readonly origin: AuditOrigin
}

/**
 * Disconnects a program: deletes the connection, so that the program must ask again, and ends its grants and tokens, in
 * one transaction. Does nothing for a program that is not connected.
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
