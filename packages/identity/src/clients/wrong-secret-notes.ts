import { plusSeconds, type UnixSeconds } from '../platform/clock.ts'
import type { Basics, Foundation } from '../platform/foundation.ts'
import { isWorthNoting, type NamingRequest, noteWrongSecret, type WronglyNamed } from './note-refusal.ts'

const TRIED_AGAIN_SECONDS = 60
const MOST_REMEMBERED = 10_000

/** The notes of one process about wrong secrets. */
export interface WrongSecretNotes {
  /** Begins to note it, and returns at once. */
  note(client: WronglyNamed, now: UnixSeconds, from: NamingRequest | undefined): void
}

/**
 * Makes the notes of one process. Anybody can send wrong secrets, as many as they like, so one transaction at a time writes a note, and each program is
 * tried once a minute, also where that fails. What is left out meanwhile is a note less. The log has the first failure after a success.
 */
export function createWrongSecretNotes(needs: Basics & Pick<Foundation, 'log'>): WrongSecretNotes {
  const triedAt = new Map<string, UnixSeconds>()
  let isWriting = false
  let hasFailed = false
  const isTried = (clientId: string, now: UnixSeconds) => {
    const at = triedAt.get(clientId)
    return at !== undefined && at <= now && plusSeconds(at, TRIED_AGAIN_SECONDS) > now
  }
  const write = async (client: WronglyNamed, now: UnixSeconds, from: NamingRequest | undefined) => {
    try {
      await noteWrongSecret(needs, client, { now, from })
      hasFailed = false
    } catch (error) {
      if (!hasFailed)
        needs.log.warn('wrong-secret-not-noted', {
          'portico.client_id': client.clientId,
          'error.message': error instanceof Error ? error.message : String(error),
        })
      hasFailed = true
    } finally {
      isWriting = false
    }
  }
  return {
    note(client, now, from) {
      if (isWriting || isTried(client.clientId, now) || !isWorthNoting(client, now)) return
      if (triedAt.size >= MOST_REMEMBERED) triedAt.clear()
      triedAt.set(client.clientId, now)
      isWriting = true
      void write(client, now, from)
    },
  }
}
